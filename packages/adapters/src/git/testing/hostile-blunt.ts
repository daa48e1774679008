import { execFileSync } from "node:child_process";
import type { HostileCase } from "./hostile-case.ts";

/** Traps that this git does not walk into by itself any more, each with the reason. */
export const BLUNT_TRAPS: readonly (HostileCase & { because: string })[] = [
  {
    name: "uploadpack.packObjectsHook",
    because: "git honours it from the user's own settings only",
    plant: (lab) => {
      lab.git("config", "uploadpack.packObjectsHook", lab.canary);
    },
    springs: (lab) => {
      lab.tryGit("clone", "--no-local", "--quiet", ".", `${lab.folder}/clone`);
      return lab.fired();
    },
  },
  {
    name: "core.pager",
    because: "git starts it for a terminal only",
    plant: (lab) => {
      lab.git("config", "core.pager", lab.canary);
    },
    springs: (lab) => {
      lab.tryGit("--paginate", "log");
      return lab.fired();
    },
  },
  {
    name: "remote of the kind ext",
    because: "git does not allow that protocol unless told to",
    plant: (lab) => {
      lab.git("config", "remote.origin.url", `ext::${lab.canary}`);
    },
    springs: (lab) => {
      lab.tryGit("fetch", "origin");
      return lab.fired();
    },
  },
  {
    name: "hook that may not be executed",
    because: "git runs executable hooks only",
    plant: (lab) => {
      lab.write(".git/hooks/pre-commit", `#!/bin/sh\n${lab.canary}\n`, 0o644);
    },
    springs: (lab) => {
      lab.tryGit("commit", "--allow-empty", "--message", "Next");
      return lab.fired();
    },
  },
  {
    name: "repository of another user",
    because: "git refuses to read its settings",
    plant: (lab) => {
      lab.git("config", "core.fsmonitor", lab.canary);
      if (process.getuid?.() === 0) execFileSync("/bin/chown", ["-R", "65534", lab.repo]);
    },
    springs: (lab) => {
      if (process.getuid?.() !== 0) return false;
      lab.tryGit("status");
      return lab.fired();
    },
  },
];
