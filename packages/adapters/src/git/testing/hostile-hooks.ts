import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { HostileCase, HostileLab } from "./hostile-case.ts";

/** Every hook gets the canary, and the command that runs it in plain git. */
const HOOKS: readonly (readonly [hook: string, run: (lab: HostileLab) => void])[] = [
  ["pre-commit", commitEmpty],
  ["prepare-commit-msg", commitEmpty],
  ["commit-msg", commitEmpty],
  ["post-commit", commitEmpty],
  ["post-rewrite", (lab) => lab.tryGit("commit", "--amend", "--no-edit", "--allow-empty")],
  ["post-checkout", (lab) => lab.tryGit("checkout", "--detach", "agent")],
  ["post-index-change", (lab) => lab.tryGit("read-tree", "HEAD")],
  ["reference-transaction", (lab) => lab.tryGit("update-ref", "refs/heads/x", "HEAD")],
  ["post-merge", (lab) => lab.tryGit("merge", "--no-ff", "-m", "m", commitOnSide(lab))],
  ["pre-merge-commit", (lab) => lab.tryGit("merge", "--no-ff", "-m", "m", commitOnSide(lab))],
  ["pre-rebase", (lab) => lab.tryGit("rebase", "--force-rebase", "main")],
  ["pre-push", (lab) => lab.tryGit("push", lab.secret, "HEAD:refs/heads/x")],
  ["pre-receive", pushInto],
  ["update", pushInto],
  ["post-receive", pushInto],
  ["post-update", pushInto],
];

export const HOSTILE_HOOKS: readonly HostileCase[] = HOOKS.map(([hook, run]) => ({
  name: `hook ${hook}`,
  plant: (lab) => {
    const folder = join(lab.repo, ".git", "hooks");
    mkdirSync(folder, { recursive: true });
    copyFileSync(lab.canary, join(folder, hook));
  },
  springs: (lab) => {
    run(lab);
    const hasFired = lab.fired();
    lab.tryGit("checkout", "--quiet", "agent");
    lab.fired();
    return hasFired;
  },
}));

function commitEmpty(lab: HostileLab): void {
  lab.tryGit("commit", "--allow-empty", "--message", "Next");
}

/** A commit beside the branch, made without any hook. */
function commitOnSide(lab: HostileLab): string {
  return lab.git("commit-tree", "-p", lab.base, "-m", "Side", `${lab.base}^{tree}`);
}

function pushInto(lab: HostileLab): void {
  lab.tryGit("-C", lab.secret, "push", lab.repo, "HEAD:refs/heads/pushed");
}
