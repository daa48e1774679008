import { describe, expect, it } from "vitest";
import { openLab } from "./open-lab.ts";

const lab = await openLab();
const { engine, agent, admin, key, signIn } = lab;
const open = async (title: string, repo = "shop") =>
  (await engine.createTask(agent, key(), { title, repo })).task;
// The other task comes first, so that its events precede those of its own in every stream.
const other = await open("The other one");
const own = await open("Its own");

/** The events of a stream, from its beginning to the first one that contains the text. */
async function readEventsUntil(token: string, last: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${lab.url}/v1/events`, { headers });
  if (!response.body) throw new Error("The stream has no body.");
  let text = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes(last)) break;
  }
  return text;
}

const ROLES = ["viewer", "author", "reviewer", "planner", "human"] as const;

describe.each(ROLES)("I2 Separate: a token of the role %s for one task", (role) => {
  const actor = `scoped-${role}`;

  it("hears of no other task in the stream", async () => {
    const text = await readEventsUntil(await lab.mint({ actor, role, task: own }), own);

    expect(text).not.toContain(other);
  });

  it("would hear of the other one first, if it were not for one task", async () => {
    const text = await readEventsUntil(await lab.mint({ actor: `free-${role}`, role }), own);

    expect(text).toContain(other);
  });

  it("finds no other task in lists, counts and searches", async () => {
    const by = await signIn({ actor, role, task: own });

    expect((await engine.tasks(by, {})).items.map(({ task }) => task)).toEqual([own]);
    expect((await engine.status(by)).counts.open).toBe(1);
    expect(await engine.findTask(by, own)).toBe(own);
    await expect(engine.findTask(by, other)).rejects.toMatchObject({ code: "not_found" });
  });

  it("reads no more about the organisation than its task's repository", async () => {
    const by = await signIn({ actor, role, task: own });
    const shop = { path: lab.shop.repo, id: "shop" };
    const repositories = await engine.repositories(by);

    expect(repositories.map(({ id }) => id)).toEqual([shop.id]);
    expect((await engine.policy(by, shop.id)).repo).toBe(shop.id);
    const refused = await Promise.allSettled([
      engine.policy(by, "elsewhere"),
      engine.sprint(by),
      engine.metrics(by),
      engine.recurringFindings(by, {}),
      engine.policyGaps(by, {}),
      engine.audit(by),
      engine.auditEntries(by, {}),
      engine.replay(by, {}),
    ]);
    for (const attempt of refused)
      expect(attempt).toMatchObject({ status: "rejected", reason: { code: "forbidden" } });
  });
});

it("an unscoped token still reads them all", async () => {
  expect((await engine.tasks(admin, {})).items).toHaveLength(2);
  expect((await engine.status(admin)).counts.open).toBe(2);
});
