import { expect, it } from "vitest";
import { openEngine, POLICY } from "./open-engine.ts";

const policy = { ...POLICY, checks: [] };
/** Runs when a merge has been announced and its objects are copied, before the target moves. */
let beforeMove = async (): Promise<void> => undefined;
const { engine, database, ana, agent, shop, key, until } = await openEngine(policy, {
  wrapMirror: (mirror) => ({
    ...mirror,
    async copyOut(...given) {
      await mirror.copyOut(...given);
      await beforeMove();
    },
  }),
});

async function readAccepted(): Promise<unknown> {
  const { rows } = await database.owner.query(
    "SELECT tip, policy_digest, problem FROM countersign.repositories WHERE id = 'shop'",
  );
  return rows[0];
}

it("accepts no tip for a merge of a new policy that its task leaves before the move", async () => {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("countersign.json", JSON.stringify({ ...policy, limits: { attempts: 9 } }));
  shop.commit("Allow more attempts");
  shop.git("branch", "looser");
  const { task } = await engine.createTask(agent, key(), { title: "Attempts", repo: "shop" });
  const work = { task, from: { branch: "looser" }, signal: "DONE", summary: "" } as const;
  await engine.submitWork(agent, key(), work);
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person !== null,
  );
  if (round === null) throw new Error("Nothing was submitted");
  const { number, content } = round;
  const before = await readAccepted();
  const target = shop.git("rev-parse", "main");
  const left = Promise.withResolvers<string>();
  beforeMove = async () => {
    await engine.command(ana, key(), task, {
      ...{ type: "record_verdict", of: "round", number, tree: content.tree },
      ...{ requirement: "layer:owner", opinion: "blocker", summary: "Not yet", findings: [] },
      ...{ costUsd: 0, sandboxed: false },
    });
    left.resolve((await engine.task(ana, task)).phase.is);
  };
  await engine.command(ana, key(), task, { type: "approve", round: number, tree: content.tree });

  expect(await left.promise).toBe("held");
  const jobs = `SELECT FROM countersign_queue.jobs WHERE task_identifier = 'merges'`;
  await expect
    .poll(async () => (await database.owner.query(jobs)).rowCount, { timeout: 30_000 })
    .toBe(0);
  expect(await readAccepted()).toEqual(before);
  expect(shop.git("rev-parse", "main")).toBe(target);
  expect((await engine.task(ana, task)).phase.is).toBe("held");
  const kinds = (await engine.log(ana, task)).map(({ event }) => event.type);
  expect(kinds).toContain("merge_started");
  expect(kinds).not.toContain("merged");
});
