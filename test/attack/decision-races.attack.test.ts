import { type Command, CountersignError } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { createTaskStore } from "../../packages/engine/src/store/task-store.ts";
import {
  ana,
  CONTENT,
  executeWith,
  testContext,
  waitForOwner,
  worker,
} from "../../packages/engine/src/testing/task-commands.ts";
import { testDatabase } from "../../packages/engine/src/testing/test-database.ts";

const { pool } = await testDatabase();
const store = createTaskStore(pool, async () => undefined);
const ORG = "races";
const SHOWN = { round: 1, tree: CONTENT.tree };
const NEWER = { ...CONTENT, tree: "2".repeat(40), head: "3".repeat(40) };
const AT_ONCE = 8;

const DECISIONS: readonly ((race: number) => Command)[] = [
  (race) => ({ type: "approve", ...SHOWN, id: `vrd_r${race}`, requirement: "layer:owner" }),
  () => ({ type: "override", ...SHOWN, reason: "read it" }),
  () => ({ type: "change_mode", ...SHOWN, mode: "skip" }),
];

/** The agent submits other work in the moment in which the person decides; answers with the decision's code. */
async function race(number: number): Promise<{ task: string; code: string }> {
  const task = `cs-race${number}`;
  await waitForOwner(store, ORG, task);
  const decide = DECISIONS[number % DECISIONS.length] ?? DECISIONS[0];
  if (decide === undefined) throw new Error("no decision");
  const submit: Command = {
    type: "submit",
    content: NEWER,
    signal: "DONE",
    summary: "",
    askedType: null,
    committers: [],
    answers: [],
  };
  const agent = executeWith(
    store,
    ORG,
    task,
    `${task}-newer`,
    submit,
    testContext(worker("agent-1")),
  );
  const person = executeWith(store, ORG, task, `${task}-decide`, decide(number), testContext(ana));
  const [, decided] = await Promise.allSettled([agent, person]);
  if (decided.status === "fulfilled") return { task, code: "ok" };
  if (decided.reason instanceof CountersignError) return { task, code: decided.reason.code };
  throw decided.reason;
}

/** The trees that were approved, by whatever means. */
async function approvedTrees(task: string): Promise<string[]> {
  const log = await store.log(ORG, task);
  return log.flatMap(({ event }) => (event.type === "approved" ? [event.tree] : []));
}

describe("I9 Shown is signed: races between showing and deciding", () => {
  it("approve, override or let through no byte that was not shown", async () => {
    const count = times(2_000, 24);
    const codes: string[] = [];
    const trees: string[] = [];
    for (let at = 0; at < count; at += AT_ONCE) {
      const size = Math.min(AT_ONCE, count - at);
      const ran = await Promise.all(Array.from({ length: size }, (_, index) => race(at + index)));
      codes.push(...ran.map(({ code }) => code));
      trees.push(...(await Promise.all(ran.map(({ task }) => approvedTrees(task)))).flat());
    }
    expect(trees.filter((tree) => tree !== SHOWN.tree)).toEqual([]);
    expect(codes.filter((code) => code !== "ok" && code !== "stale_round")).toEqual([]);
    expect(codes).toHaveLength(count);
  });
});
