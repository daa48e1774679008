import type { Task } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { type OpenEngine, openEngine } from "../../engine/open-engine.ts";
import { plainPolicy } from "../../engine/plain-policy.ts";
import { submitBranch } from "../submit-branch.ts";
import { createTestKey, type Decision, enrol, type TestKey } from "./act-lab.ts";

type ActEngineOptions = {
  /** The value of `trust.humanPresence`. Default `verified`. */
  presence?: "verified" | "touched" | "unlocked";
  /** Further keys of the policy. */
  policy?: object;
  /** The key of ana, the owner. Default: a new ed25519 key. */
  key?: TestKey;
  /** Further files on the main branch, by path. */
  files?: Readonly<Record<string, string>>;
};

/** An engine whose policy requires signatures, with ana's key. */
export type ActEngine = OpenEngine & {
  policy: object;
  anasKey: TestKey;
  /** Submits a task and waits until it is ana's turn. */
  waitingTask(): Promise<Task>;
  approve(of: Task): Decision;
  /** The round and tree that a decision on the task names. */
  shown(of: Task): { round: number; tree: string };
};

export async function openActEngine({
  presence = "verified",
  policy: more = {},
  key: anasKey = createTestKey(),
  files,
}: ActEngineOptions = {}): Promise<ActEngine> {
  const policy = { ...plainPolicy("ana"), trust: { humanPresence: presence }, ...more };
  const lab = await openEngine(policy, files && { files });
  await enrol(lab, lab.ana, anasKey);
  let count = 0;
  const shown = ({ round }: Task) => ({
    round: round?.number ?? 0,
    tree: round?.content.tree ?? "",
  });
  return {
    ...lab,
    policy,
    anasKey,
    shown,
    async waitingTask() {
      count += 1;
      const file = { [`f${count}.txt`]: "x\n" };
      const id = await submitBranch(lab, { files: file, by: lab.agent });
      return await lab.until(id, ({ phase }) => phase.is === "reviewing" && phase.person !== null);
    },
    approve: (of) => (by: Principal) =>
      lab.engine.command(by, lab.key(), of.id, { type: "approve", ...shown(of) }),
  };
}
