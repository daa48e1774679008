import { expect, it } from "vitest";
import { countWrites } from "../forge/count-writes.ts";
import { judgeChain, problemsOf } from "./judge-chain.ts";
import { FORGE_PROOFS, type ForgeProofLab, openForgeProofs } from "./open-forge-proofs.ts";
import { beginTrust } from "./trust-steps.ts";

const MAIN = "refs/heads/main";
const OWN_PROOFS = "refs/countersign/proofs/main/000000";

/** Waits until the forge has the proofs of the repository, and judges them. */
async function untilPushed(lab: ForgeProofLab): Promise<void> {
  await expect
    .poll(() => lab.commitOf(FORGE_PROOFS) === lab.commitOf(OWN_PROOFS), { timeout: 30_000 })
    .toBe(true);
  const chain = await judgeChain(lab);
  expect(problemsOf(chain)).toEqual({});
  expect(chain.at(-1)?.subject).toBe(lab.commitOf(MAIN));
}

it("pushes a merge and its proof to the forge in one step", async () => {
  const lab = await openForgeProofs("push");
  await lab.merged(await lab.propose(1, "a.txt"));
  await untilPushed(lab);
  expect(lab.pushes[0]).toEqual([MAIN, FORGE_PROOFS]);
  const chain = await judgeChain(lab);
  expect(chain.map(({ move }) => move.how)).toEqual(["trust", "merge"]);
});

it("pushes the same proof again if the answer to the first push was lost", async () => {
  const lab = await openForgeProofs("push");
  lab.answers.push(() => ({ outcome: "unknown", detail: "the connection ended" }));
  await lab.merged(await lab.propose(1, "a.txt"));
  await untilPushed(lab);
  expect(await judgeChain(lab)).toHaveLength(2);
  const { rows } = await lab.database.owner.query("SELECT object FROM countersign.proofs");
  expect(rows).toHaveLength(2);
});

it("pushes the target alone if the forge refuses the proofs, and the proofs when it takes them", async () => {
  const lab = await openForgeProofs("push");
  const refuse = () => ({ outcome: "not_mergeable" as const, detail: "hidden ref" });
  lab.answers.push(refuse);
  await lab.merged(await lab.propose(1, "a.txt"));
  await untilPushed(lab);
  expect(lab.pushes).toEqual([[MAIN], [FORGE_PROOFS]]);
});

it("pushes the proof of a merge that the forge made", async () => {
  const lab = await openForgeProofs("host");
  await lab.merged(await lab.propose(1, "a.txt"));
  await untilPushed(lab);
  expect((await judgeChain(lab)).at(-1)?.move.how).toBe("forge");
});

it("keeps proofs that the forge refuses, and says so in its log", async () => {
  const lab = await openForgeProofs("host");
  const { shop } = lab;
  shop.git("update-ref", FORGE_PROOFS, shop.git("commit-tree", "-m", "theirs", "main^{tree}"));
  await lab.merged(await lab.propose(1, "a.txt"));
  await expect.poll(() => lab.lines.join("\n")).toContain("proofs_not_pushed");
  expect(await judgeChain(lab)).toHaveLength(2);
});

it("moves the target on the forge to a change of trust, with its proof", async () => {
  const lab = await openForgeProofs("host", { hasRoot: false });
  const { shop } = lab;
  await beginTrust(lab);
  await untilPushed(lab);
  expect(lab.pushes[0]).toEqual([MAIN, FORGE_PROOFS]);
  const file = JSON.parse(shop.git("show", "main:.countersign/trust.json"));
  expect(file.number).toBe(1);
});

it("reserves the writes of a change of trust, and carries it out when the rate limit allows it", async () => {
  const lab = await openForgeProofs("host", { hasRoot: false });
  const { hub, database } = lab;
  const readWrites = await countWrites(database, hub);
  await database.owner.query(
    "UPDATE countersign.forge_budgets SET paused_until = now() + interval '5 s'",
  );
  const tip = lab.commitOf(MAIN);
  hub.control.before = (call) => {
    if (call === "tell" && Date.now() < pausedUntilMs) tooEarly.push(call);
  };
  const pausedUntilMs = Date.now() + 4_000;
  const tooEarly: string[] = [];
  await beginTrust(lab);
  await untilPushed(lab);

  expect(tooEarly).toEqual([]);
  expect(lab.commitOf(MAIN)).not.toBe(tip);
  const { sent, reserved } = await readWrites();
  expect(sent).toBeGreaterThan(0);
  expect(reserved).toBeGreaterThanOrEqual(sent);
});
