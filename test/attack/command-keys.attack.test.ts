import type { Task } from "@countersign/core";
import { describe, expect, it } from "vitest";
import { ORG } from "../engine/open-engine.ts";
import { openLab } from "./open-lab.ts";
import { createRunner, panelPolicy } from "./open-panel.ts";

const MEMBERS = ["first", "second", "third"];
const runner = createRunner({ third: { verdict: "blocker" } });
const lab = await openLab(panelPolicy(MEMBERS), { runners: { claude: runner } });
const { engine, agent, ana, key, shop, until, database } = lab;
const evil = await lab.mint({ actor: "evil-agent", role: "author" });

/** Steps of a log at which the engine may ask the panel. */
const STEPS = Array.from({ length: 14 }, (_, index) => index + 2);

function commitWork(name: string): void {
  shop.git("checkout", "--quiet", "--detach", "main");
  shop.write("backdoor.txt", `${name}\n`);
  shop.commit(name);
  shop.git("branch", "--force", name);
}

async function submit(task: string, name: string): Promise<void> {
  commitWork(name);
  const submission = { from: { branch: name }, signal: "DONE", summary: "" } as const;
  await engine.submitWork(agent, key(), { task, ...submission });
}

const open = async (title: string) =>
  (await engine.createTask(agent, key(), { title, repo: "shop" })).task;
const isJudged = ({ phase }: Task) => phase.is !== "reviewing" && phase.is !== "open";
const opinions = ({ round }: Task) =>
  Object.fromEntries((round?.verdicts.items ?? []).map(({ by, opinion }) => [by, opinion]));

/** Uses a key for something harmless on another task, as any author may. */
const squat = (decoy: string, squatted: string) =>
  lab.call(evil, `/v1/tasks/${decoy}/events`, {
    key: squatted,
    body: { trigger: "milestone", summary: "x" },
  });

describe("I11 Closed on failure: a client that uses the engine's keys first", () => {
  it("does not keep a reviewer's blocker from the log", async () => {
    const decoy = await open("decoy");
    const task = await open("work");
    for (const seq of STEPS)
      for (const index of [0, 1])
        await squat(decoy, `${ORG}:${task}:${seq}:${index}:panel:third:verdict`);

    await submit(task, "squatted");

    const judged = await until(task, isJudged, 20_000);
    expect(opinions(judged)).toMatchObject({ third: "blocker" });
    expect(judged.phase.is).toBe("rework");
  });

  it("does not stop another agent's task at its plan", async () => {
    const decoy = await open("decoy");
    const task = await open("work");
    for (const seq of STEPS) await squat(decoy, `${ORG}:${task}:${seq}:0:planned`);

    await submit(task, "unplanned");

    const { round } = await until(task, ({ round: now }) => now?.plan != null, 20_000);
    expect(round?.plan).not.toBeNull();
  });

  it("does not take the id of the engine's verdict", async () => {
    const task = await open("work");
    const other = await lab.mint({ actor: "evil-reviewer", role: "reviewer" });
    await submit(task, "same-id");
    const { round } = await until(task, ({ round: now }) => now !== null, 20_000);
    const body = {
      round: 1,
      tree: round?.content.tree,
      requirement: "panel",
      opinion: "approved",
    };
    for (const seq of STEPS)
      await lab.call(other, `/v1/tasks/${task}/verdicts`, {
        key: `${ORG}:${task}:${seq}:0:panel:third`,
        body,
      });

    expect(opinions(await until(task, isJudged, 20_000))).toMatchObject({ third: "blocker" });
  });
});

describe("I5 Once: a client's own key", () => {
  it("gets the same answer again, and another client with the same key its own", async () => {
    const [one, two] = await Promise.all(
      ["twin-1", "twin-2"].map((actor) => lab.mint({ actor, role: "author" })),
    );
    const create = (token = "") =>
      lab.call(token, "/v1/tasks", { key: "the-same", body: { title: "Twin", repo: "shop" } });

    const first = await create(one);
    expect(await create(one)).toEqual(first);
    const second = await create(two);
    expect(second.status).toBe(200);
    expect(second.body).not.toEqual(first.body);
    expect(await create(two)).toEqual(second);
  });
});

describe("I11 Closed on failure: an answer that cannot be recorded", () => {
  /** What the database's owner could do at worst: the engine's own key has another body already. */
  const occupy = (occupied: string, task: string) =>
    database.owner.query(
      `INSERT INTO countersign.commands (org_id, speaker, key, body_hash, response)
       VALUES ($1, 'engine', $2, 'another', $3) ON CONFLICT DO NOTHING`,
      [ORG, occupied, { task, seq: 1, state: "open", round: null, turn: null, events: ["lost"] }],
    );

  it("holds the task for a person, and no quorum passes without it", async () => {
    const task = await open("unrecorded");
    for (const seq of STEPS)
      for (const index of [0, 1])
        await occupy(`${ORG}:${task}:${seq}:${index}:panel:third:verdict`, task);

    await submit(task, "unrecorded");

    const { phase } = await until(task, isJudged, 20_000);
    expect(phase).toMatchObject({ is: "held", reasons: [{ code: "no_result", about: "panel" }] });
    const { story } = await engine.why(ana, task);
    expect(story.map(({ text }) => text).join("\n")).toContain("could not be recorded");
    expect(lab.lines.join("\n")).toContain("answer_not_recorded");
  });

  it("holds the task when the engine's other commands are refused", async () => {
    const task = await open("unplanned");
    for (const seq of STEPS) await occupy(`${ORG}:${task}:${seq}:0:planned`, task);

    await submit(task, "refused");

    const { phase } = await until(task, isJudged, 20_000);
    expect(phase).toMatchObject({ is: "held", reasons: [{ code: "no_result" }] });
  });
});
