import { setTimeout as sleep } from "node:timers/promises";
import { ROLES, type Role } from "@countersign/core";
import { afterAll, describe, expect, it } from "vitest";
import { ask, type TestResponse } from "../../packages/server/src/testing/ask.ts";
import { pathOf, rolesOf } from "../../packages/server/src/testing/describe-route-matrix.ts";
import { openServer } from "../../packages/server/src/testing/open-server.ts";
import { ROUTES, rowOf } from "../../packages/server/src/testing/route-rows.ts";
import { ORG, openEngine } from "../engine/open-engine.ts";
import { type CanaryOrganisation, openCanaryOrganisation } from "./canary-organisation.ts";

const opened = await openEngine(undefined, { orgs: ["north", "south", ORG] });
const server = await openServer(opened.engine, { streams: { pollMs: 50, perCredential: 50 } });
afterAll(() => server.close());
const north = await openCanaryOrganisation(opened, server.url, "north");
const south = await openCanaryOrganisation(opened, server.url, "south");

type Answer = TestResponse & { sent: string };

/** Calls a route by its name with the ids of an organisation, as another or the same one. */
async function call(
  name: string,
  role: Role,
  by: CanaryOrganisation,
  of: CanaryOrganisation,
): Promise<Answer> {
  const found = ROUTES.find((one) => one.name === name);
  const row = rowOf(name);
  if (found === undefined || row === undefined) throw new Error(`${name} has no row`);
  const { route } = found;
  const isPost = route.method === "post";
  const file = `file=${of.canaries.file}.txt`;
  const task = name === "readFeedback" ? of.sentBack : of.task;
  const query = name === "showPatches" ? { query: file } : {};
  const path = pathOf(route, { ...row, ...query }, { ...of, task });
  const body = JSON.stringify(row.body?.(of) ?? {});
  const asked = {
    method: route.method.toUpperCase(),
    path: name === "endSession" ? path.replace("tok_nothing", of.canaries.session ?? "") : path,
    headers: {
      authorization: `Bearer ${by.tokens[role]}`,
      ...(isPost && { "content-type": "application/json" }),
    },
    ...(isPost && { body }),
  };
  const told = name === "events" ? await listen(by, "") : await ask(server.url, asked);
  return { ...told, sent: `${asked.path} ${isPost ? body : ""}` };
}

/** Reads a stream for a moment. */
async function listen(
  { tokens }: CanaryOrganisation,
  query: string,
  ms = 400,
): Promise<TestResponse> {
  const end = new AbortController();
  const response = await fetch(`${server.url}/v1/events${query}`, {
    headers: { authorization: `Bearer ${tokens.human}` },
    signal: end.signal,
  });
  let text = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  })().catch(() => undefined);
  await sleep(ms);
  end.abort();
  await reading;
  return { status: response.status, headers: Object.fromEntries(response.headers), text };
}

/** The objects whose text is in an answer. What the request itself contained proves nothing. */
function objectsIn({ text, headers, sent }: Answer, { canaries }: CanaryOrganisation): string[] {
  const all = `${text}\n${JSON.stringify(headers)}`;
  return Object.entries(canaries)
    .filter(([, canary]) => all.includes(canary) && !sent.includes(canary))
    .map(([object]) => object);
}

/** Where an organisation finds its own objects. Without these the test could not fail. */
const SEEN: Readonly<Record<string, readonly string[]>> = {
  status: ["repository"],
  listRepositories: ["repository"],
  readPolicy: ["policy"],
  listTasks: ["task", "label", "id", "sprint"],
  inbox: ["task", "label", "id"],
  showTask: ["task", "label", "round", "policy"],
  readLog: ["task", "label", "round", "file", "event", "policy"],
  showDiff: ["file", "diff"],
  listFiles: ["file"],
  showPatches: ["diff"],
  listRounds: ["round"],
  why: ["task", "policy"],
  readFeedback: ["feedback"],
  readDraft: ["draft"],
  listReadLines: ["mark"],
  showSprint: ["sprint"],
  listTokens: ["credential", "session"],
  listSessions: ["session"],
  listAuditEntries: ["task", "policy", "credential", "repository", "session", "id", "sprint"],
  replay: ["id", "sprint"],
  events: ["task", "label", "round", "file", "event", "feedback", "policy", "id", "sprint"],
};

const PAIRS = [
  { by: north, of: south },
  { by: south, of: north },
];

describe("two organisations with the same names on one engine", () => {
  it.each(Object.entries(SEEN))("shows each its own objects by %s", async (name, objects) => {
    const row = rowOf(name);
    const role = row !== undefined && rolesOf(row).includes("human") ? "human" : "admin";
    for (const org of [north, south])
      expect(objectsIn(await call(name, role, org, org), org)).toEqual(objects);
  });

  it("has a place where each object is shown", () => {
    const shown = new Set(Object.values(SEEN).flat());
    expect(Object.keys(north.canaries).filter((object) => !shown.has(object))).toEqual([]);
  });

  it.each(PAIRS)("$by.org streams none of $of.org", async ({ by, of }) => {
    const streams = [
      "",
      "?only=heads",
      `?after=${of.cursor}`,
      "?after=now",
      "?after=now&only=heads",
    ];
    const [, ...read] = await Promise.all([
      happen(of),
      ...streams.map((query) => listen(by, query, 1_000)),
    ]);
    for (const told of read) expect(objectsIn({ ...told, sent: "" }, of)).toEqual([]);
    const [own] = await Promise.all([listen(of, "?after=now&only=heads", 1_000), happen(of)]);
    expect(own.text).toContain(of.task);
    expect(own.text).toContain('"what":"draft"');
  });

  it.each(ROUTES.toSorted(removalsLast))(
    "$name tells neither a byte of the other",
    async ({ name }) => {
      const row = rowOf(name);
      const roles = row === undefined ? [] : rolesOf(row);
      for (const { by, of } of PAIRS)
        for (const role of roles.length === 0 ? ROLES : roles) {
          const told = await call(name, role, by, of);
          expect(objectsIn(told, of), `${role} of ${by.org}: ${told.text}`).toEqual([]);
          expect(told.status).toBeLessThan(500);
        }
    },
  );
});

/** Changes the task and the person's draft once the streams are open. */
async function happen({ as, task }: CanaryOrganisation): Promise<void> {
  await sleep(400);
  await as("author").reportEvent({ task, body: { trigger: "manual", summary: "more" } });
  await as("human").saveDraft({ task, body: { draft: { feedback: "more" } } });
}

/** Both repositories have the same id, so each organisation removes its own. */
function removalsLast(one: { name: string }, other: { name: string }): number {
  return Number(one.name === "removeRepository") - Number(other.name === "removeRepository");
}
