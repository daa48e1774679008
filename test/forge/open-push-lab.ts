import { ForgeError, type ForgeMergeOutcome, type ForgePush } from "@countersign/engine";
import { POLICY } from "../engine/open-engine.ts";
import { type ForgeLab, openForgeLab } from "./forge-lab.ts";
import { ANA } from "./memory-forge.ts";

export const SIDE = "refs/heads/countersign/merge/main";
export const MAIN = "refs/heads/main";

export type PushLab = ForgeLab & {
  /** Every carried out push as `ref`, with the state of the pushed commit's check. */
  pushed: string[];
  /** Moves a branch of the forge with git, as its server does. */
  pushWithGit(push: ForgePush): ForgeMergeOutcome;
  /** Returns the commit of a ref; empty if there is none. */
  commitOf(ref: string): string;
  /** Opens a pull request for a head, and waits until it is Ana's turn. */
  propose(number: number, head: string): Promise<void>;
  /** Lets Ana approve the head of a pull request on the forge. */
  approve(number: number, head: string): Promise<void>;
  holdOf(): Promise<string | null>;
};

/** Opens an engine that merges pull requests by its own push. The forge's branches are those of the repository. */
export async function openPushLab(policy: object = {}): Promise<PushLab> {
  const lab = await openForgeLab({
    ...POLICY,
    checks: [],
    trust: { forgeReviews: "all" },
    merge: { graceSeconds: 0, through: "push" },
    ...policy,
  });
  const { shop, hub } = lab;
  const pushed: string[] = [];
  const commitOf = (ref: string) => shop.git("for-each-ref", "--format=%(objectname)", ref).trim();
  const pushWithGit = ({ commit, ref, expected }: ForgePush): ForgeMergeOutcome => {
    const now = commitOf(ref);
    if (now !== (expected ?? "") && now !== commit)
      return { outcome: "head_moved", detail: "stale info" };
    if (commit === null) shop.git("update-ref", "-d", ref, now);
    else shop.git("update-ref", ref, commit);
    pushed.push(`${ref} ${commit === null ? "removed" : (hub.checks.get(commit)?.state ?? "")}`);
    return { outcome: "requested", commit };
  };
  hub.control.push = async (push) => pushWithGit(push);
  hub.control.fetch = ({ branches }) => {
    if (branches.some((branch) => commitOf(`refs/heads/${branch}`) === ""))
      throw new ForgeError("refused", "no such branch");
  };
  let reviews = 0;
  return {
    ...lab,
    pushed,
    pushWithGit,
    commitOf,
    async propose(number, head) {
      hub.open(number, head);
      await lab.hint(number);
      await lab.shows(head, "in_progress: Waiting for ana");
    },
    async approve(number, head) {
      reviews += 1;
      hub.review(number, { id: reviews, by: ANA, state: "approved", commit: head });
      await lab.hint(number, { about: "review" });
    },
    async holdOf() {
      const [found] = await lab.engine.repositories(lab.ana);
      return found?.hold?.why ?? null;
    },
  };
}
