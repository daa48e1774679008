import type { Task } from "@countersign/core";
import type { Mirror } from "@countersign/engine";
import { expect, it } from "vitest";
import { judgeChain, problemsOf } from "./judge-chain.ts";
import { openProofEngine } from "./open-proof-engine.ts";

const isDone = ({ phase }: Task) => phase.is === "done";

it("proves each member of a train of squashes, with inputs kept in the engine", async () => {
  let next: () => Promise<void> = async () => undefined;
  const wrapMirror = (mirror: Mirror): Mirror => ({
    ...mirror,
    async copyOut(...args) {
      await mirror.copyOut(...args);
      const act = next;
      next = async () => undefined;
      await act();
    },
  });
  const lab = await openProofEngine({
    policy: {
      checks: [{ id: "tests", run: "true", timeout: "1m" }],
      merge: { graceSeconds: 0, strategy: "squash" },
      proofs: { inputs: false },
    },
    more: { wrapMirror },
  });
  const [blocker, ...train] = [
    await lab.waitingTask(),
    await lab.waitingTask(),
    await lab.waitingTask(),
    await lab.waitingTask(),
  ];
  const gate = Promise.withResolvers<void>();
  const isBlocked = new Promise<void>((resolve) => {
    next = async () => {
      resolve();
      await gate.promise;
    };
  });
  await lab.approve(blocker as Task);
  await isBlocked;
  for (const task of train) await lab.approve(task);
  gate.resolve();
  for (const { id } of train) await lab.until(id, isDone);
  const chain = await judgeChain(lab);
  expect(chain).toHaveLength(5);
  expect(chain.slice(1).map(({ move }) => move.how)).toEqual(Array(4).fill("squash"));
  expect(chain.every(({ proof }) => proof.inputs === null)).toBe(true);
  expect(problemsOf(chain)).toEqual(
    Object.fromEntries([2, 3, 4, 5].map((number) => [number, ["inputs_withheld"]])),
  );
});

it("proves a rebase, whose commit is the author's own", async () => {
  const lab = await openProofEngine({ policy: { merge: { graceSeconds: 0, strategy: "rebase" } } });
  await lab.merged(await lab.waitingTask());
  const chain = await judgeChain(lab);
  expect(problemsOf(chain)).toEqual({});
  expect(chain.at(-1)?.move.how).toBe("rebase");
});

it("writes nothing for a target without a root", async () => {
  const lab = await openProofEngine({ hasRoot: false });
  await lab.merged(await lab.waitingTask());
  expect(lab.shop.git("for-each-ref", "refs/countersign/")).toBe("");
  expect(lab.shop.git("log", "-1", "--format=%B", "main")).not.toContain("Countersign-Proof");
});
