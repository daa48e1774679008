import type { SpooledWork } from "../spool/spool.ts";

/** Work that an agent left, before it has a key. */
export const WORK: Omit<SpooledWork, "key"> = {
  agent: "codex",
  common: "/shop/.git",
  root: "/shop",
  branch: "greeting",
  commit: "c".repeat(40),
  tree: "1".repeat(40),
  title: "Write a greeting",
  summary: "Done.",
  stopReason: null,
  atMs: 1,
};
