import { AUDIT, REPLAY } from "./audit.ts";
import { DAILY } from "./daily.ts";
import { CHAIN, FINDING, POLICY } from "./finding.ts";
import { GATE, REVIEW } from "./gate.ts";
import { SETUP, SETUP_GROUPS } from "./setup.ts";
import type { Tree } from "./spec.ts";
import { TASK } from "./task.ts";

export const TREE: Tree = {
  alone: [...DAILY, REPLAY, ...SETUP],
  groups: [TASK, FINDING, GATE, REVIEW, CHAIN, POLICY, AUDIT, ...SETUP_GROUPS],
};
