import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const departments = { engineering: { head: "cto" } };
const withChain = (chain: readonly string[]) => ({
  ...POLICY,
  checks: [],
  departments,
  chains: { code: chain, internal_document: chain },
});

const lab = await openEngine(withChain(["self", "peer"]), { lookMs: 100 });
const { engine, ana, agent, shop, key, until, signIn } = lab;
const dora = await signIn({ actor: "dora", role: "reviewer", department: "engineering" });
await engine.connectReviewer(dora, "shop");

const waitsForPeer = ({ round }: Task) =>
  round?.decision?.outstanding.includes("layer:peer") === true;
const waitsForAna = ({ phase }: Task) => phase.is === "reviewing" && phase.person === "ana";

/** Submits one file on a branch of its own, for a task that a person opened. */
async function submit(branch: string, file: string, text: string): Promise<Task> {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write(file, text);
  shop.commit(`Change ${file}`);
  shop.git("branch", branch);
  const title = `Implement ${branch}`;
  const opened = { title, repo: "shop", department: "engineering" };
  const { task } = await engine.createTask(ana, key(), opened);
  await engine.submitWork(agent, key(), { task, from: { branch }, signal: "DONE", summary: "" });
  return await until(task, waitsForPeer, 20_000);
}

function shown({ round }: Task): { number: number; tree: string } {
  if (round === null) throw new Error("Nothing was submitted");
  return { number: round.number, tree: round.content.tree };
}

describe("a policy that a person let through", () => {
  it("drops what it no longer asks for from tasks in flight, and names that person", async () => {
    const waiting = await submit("work", "work.txt", "work\n");
    const change = await submit(
      "without-peer",
      "countersign.json",
      JSON.stringify(withChain(["self"]), null, 2),
    );
    const { number, tree } = shown(change);
    await engine.command(dora, key(), change.id, {
      type: "record_verdict",
      of: "round",
      number,
      tree,
      requirement: "layer:peer",
      opinion: "approved",
      summary: "",
      findings: [],
      costUsd: 0,
      sandboxed: false,
    });
    await until(change.id, waitsForAna, 20_000);
    await engine.command(ana, key(), change.id, { type: "approve", round: number, tree });
    await until(change.id, ({ phase }) => phase.is === "done", 30_000);

    const freed = await until(waiting.id, waitsForAna, 20_000);
    expect(freed.round?.plan?.dropped).toEqual([{ requirement: "layer:peer", acceptedBy: "ana" }]);
  });
});
