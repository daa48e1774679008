import { type Client, contract, createClient } from "@countersign/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  callAuditRoutes,
  callBatchRoutes,
  callListRoutes,
  callReadingRoutes,
} from "./testing/client-calls.ts";
import { signInAndOut } from "./testing/memory-credentials.ts";
import { managePeople } from "./testing/memory-people.ts";
import { TREE } from "./testing/memory-tasks.ts";
import { takeNext, WORK } from "./testing/memory-work.ts";
import { type OpenServer, openMemoryWorld, openServer, type Role } from "./testing/open-server.ts";

const SHOWN = { round: 1, tree: TREE };
const RAW = { severity: "major", category: "logic", file: "src/app.ts", message: "wrong" } as const;
const WRONG = { raw: RAW, onUnchangedLines: false };

type World = Awaited<ReturnType<typeof openMemoryWorld>>;

/** Every method of the client, from the program that calls it to the engine and back. */
describe("the client and the server", () => {
  let world: World;
  let server: OpenServer;
  const called = new Set<string>();

  beforeAll(async () => {
    world = await openMemoryWorld();
    server = await openServer(world.engine);
  });
  afterAll(async () => {
    await server.close();
  });

  /** The client of a role; it notes which of its methods were used. */
  const as = (role: Role): Client =>
    new Proxy(createClient({ baseUrl: server.url, token: world.tokens[role] }), {
      get(client, name, receiver) {
        called.add(String(name));
        return Reflect.get(client, name, receiver);
      },
    });
  /** A new task that waits for its owner. */
  const submitted = async (id: string, summary = "done"): Promise<string> => {
    await as("human").createTask({ body: { id, title: `Task ${id}`, repo: "shop" } });
    await as("author").claim({ task: id });
    await as("author").submit({ task: id, body: { from: { branch: "work" }, summary } });
    return id;
  };
  const object = async (task: string) =>
    as("human").recordVerdict({
      task,
      body: { ...SHOWN, requirement: "layer:owner", opinion: "concerns", findings: [WRONG] },
    });

  it("tells without a token that the engine is there, and what it offers", async () => {
    const client = createClient({ baseUrl: server.url });

    expect(await client.health()).toEqual({ ok: true, version: "1.2.3", instance: "inst-1" });
    expect(await as("viewer").health()).toMatchObject({ ok: true });
    expect(await as("viewer").describe()).toMatchObject({ openapi: "3.1.0" });
  });

  it("tells who asks and how things stand", async () => {
    expect(await as("author").me()).toEqual({
      org: "org-a",
      actor: { id: "author-a", kind: "agent", planner: false },
      role: "author",
      task: null,
    });
    expect(await as("human").status()).toMatchObject({
      version: "1.2.3",
      waitingForMe: 1,
      counts: { reviewing: 1 },
      repositories: [{ id: "shop" }],
    });
    expect(await as("human").inbox()).toMatchObject({
      items: [{ task: "cs-alpha", turn: { holder: "person", who: "person-a" } }],
      waitingForMe: 1,
    });
  });

  it("registers, lists and releases repositories", async () => {
    await as("admin").addRepository({ body: { path: "/srv/other", id: "other" } });

    const { items } = await as("viewer").listRepositories();
    expect(items.map(({ id }) => id)).toEqual(["shop", "other"]);
    expect(await as("reviewer").connectReviewer({ repo: "other", body: {} })).toEqual({});
    expect(await as("viewer").readPolicy({ repo: "other" })).toMatchObject({
      repo: "other",
      policy: { limits: { attempts: 3 } },
    });
    expect(
      await as("human").releaseRepository({
        repo: "other",
        body: { tip: "b".repeat(40), reason: "looked" },
      }),
    ).toMatchObject({ id: "other" });
    await as("admin").removeRepository({ repo: "other" });
    expect((await as("viewer").listRepositories()).items.map(({ id }) => id)).toEqual(["shop"]);
  });

  it("puts a task off and takes it up again", async () => {
    const later = { task: "cs-alpha", body: { seq: 1, untilMs: 5 } };
    expect(await as("human").putOff(later)).toMatchObject({ putOff: true, untilMs: 5 });
    expect(await as("human").takeUp({ task: "cs-alpha" })).toMatchObject({ putOff: false });
  });

  it("starts, pauses, resumes, adds to and stops a sprint", async () => {
    expect(await as("viewer").showSprint()).toEqual({ sprint: null });
    const target = { is: "tasks", count: 1 } as const;
    const started = await as("human").startSprint({ body: { tasks: ["cs-alpha"], target } });
    expect(started).toMatchObject({ state: "running", target, pauseOnFailure: false });
    expect(await as("human").pauseSprint({})).toMatchObject({ paused: { task: null } });
    expect(await as("viewer").showSprint()).toMatchObject({ sprint: { state: "paused" } });
    expect(await as("human").resumeSprint({})).toMatchObject({ state: "running" });
    const more = await as("human").addToSprint({ body: { tasks: ["cs-alpha"] } });
    expect(more.tasks).toHaveLength(2);
    expect(await as("human").stopSprint({})).toMatchObject({ state: "ended" });
  });

  it("shows a task, its log, its change and why, by the beginning of its id", async () => {
    expect(await as("viewer").showTask({ task: "cs-al" })).toMatchObject({
      id: "cs-alpha",
      state: "reviewing",
      turn: { holder: "person", who: "person-a" },
      round: {
        number: 1,
        content: { tree: TREE },
        requirements: expect.arrayContaining([
          expect.objectContaining({ id: "check:secrets", status: "satisfied" }),
          expect.objectContaining({ id: "layer:owner", status: "waiting", verdicts: [] }),
        ]),
      },
    });
    const { items } = await as("viewer").readLog({ task: "cs-al", from: 2 });
    expect(items[0]).toMatchObject({ seq: 2, event: { type: "submitted", signal: "DONE" } });
    expect(await as("viewer").showDiff({ task: "cs-al", since: 1 })).toMatchObject({
      task: "cs-alpha",
      files: [
        { path: "src/app.ts", patch: "--- a\n+++ b\n", base64: null },
        { path: "latin1.txt", patch: "-\u{fffd}\n", base64: "Lf8K" },
      ],
    });
    expect(await as("viewer").why({ task: "cs-al" })).toMatchObject({ task: "cs-alpha" });
  });

  it("filters lists by typed values", async () => {
    const page = await as("viewer").listTasks({
      state: ["reviewing", "held"],
      who: "person-a",
      order: "oldest",
      limit: 10,
    });

    expect(page).toMatchObject({ items: [{ task: "cs-alpha" }], next: null });
  });

  it("approves and takes it back", async () => {
    const task = await submitted("cs-undo");

    expect(await as("human").approve({ task, body: SHOWN })).toMatchObject({ state: "approved" });
    expect(await as("human").undo({ task, body: SHOWN })).toMatchObject({ state: "reviewing" });
  });

  it("does nothing twice under one key", async () => {
    const task = await submitted("cs-once");
    const before = world.engine.commands;
    const approve = () => as("human").approve({ task, body: SHOWN, key: "the-same" });

    expect(await approve()).toEqual(await approve());
    expect(world.engine.commands).toBe(before + 1);
  });

  it("sends back, rejects, reopens, overrides and cancels", async () => {
    const task = await submitted("cs-back");
    const ana = as("human");
    const because = { ...SHOWN, reason: "no longer needed" };

    const redo = { ...SHOWN, customFeedback: "shorter" };
    expect(await ana.redo({ task, body: redo })).toMatchObject({ state: "rework" });
    expect(await ana.reject({ task, body: because })).toMatchObject({ state: "rejected" });
    expect(await ana.reopen({ task, body: SHOWN })).toMatchObject({ state: "open" });
    expect(await ana.cancel({ task, body: because })).toMatchObject({ state: "rejected" });
    const other = await submitted("cs-over");
    expect(await ana.override({ task: other, body: because })).toMatchObject({ state: "approved" });
  });

  it("takes verdicts, disposes of findings and releases holds", async () => {
    const contested = await submitted("cs-find");
    await object(contested);
    const { findings } = await as("viewer").showTask({ task: contested });
    expect(findings).toMatchObject([{ id: "F-1", message: "wrong", disposition: { is: "open" } }]);
    const { items } = await as("viewer").readLog({ task: contested });
    const said = items.filter(({ by, event }) => by === "person-a" && "verdict" in event);
    // Nobody can claim over HTTP that a check ran in a sandbox.
    expect(said.map(({ event }) => event.verdict)).toMatchObject([{ sandboxed: false }]);
    await as("author").dispose({
      task: contested,
      finding: "F-1",
      body: { is: "disputed", note: "it is right" },
    });
    expect(await as("viewer").showTask({ task: contested })).toMatchObject({
      findings: [{ disposition: { is: "disputed", by: "author-a" } }],
    });

    const held = await submitted("cs-held", "a check blocks");
    expect(await as("viewer").showTask({ task: held })).toMatchObject({
      state: "held",
      hold: { kind: "escalated", line: ["person-a"], reasons: [{ code: "blocker" }] },
    });
    expect(
      await as("human").release({
        task: held,
        body: { ...SHOWN, resolutions: [{ do: "send_back" }] },
      }),
    ).toMatchObject({ state: "rework" });
  });

  it("retries and cancels one reviewer that is waited for, and no other", async () => {
    const task = await submitted("cs-one");
    const body = { ...SHOWN, requirement: "panel", reviewer: "nobody-else" };
    for (const act of ["retryReviewer", "cancelReviewer"] as const)
      await expect(as("human")[act]({ task, body })).rejects.toMatchObject({
        code: "wrong_state",
        message: "cs-one is not waiting for nobody-else to answer panel.",
      });
    await expect(as("human").requestReview({ task, body: SHOWN })).rejects.toThrow("No further");
  });

  it("changes the mode and reports events", async () => {
    const task = await submitted("cs-mode");

    const tried = await as("human").tryModes({ task });
    expect(tried.items.map(({ mode }) => mode)).toEqual(["per-task", "batch", "auto", "skip"]);
    expect(await as("planner").changeMode({ task, body: { mode: "per-task" } })).toMatchObject({
      events: expect.arrayContaining(["mode_proposed"]),
    });
    expect(
      await as("author").reportEvent({ task, body: { trigger: "manual", summary: "half" } }),
    ).toMatchObject({ events: ["event_reported"] });
  });

  it("makes, lists and revokes tokens, and tells a token once", async () => {
    const made = await as("admin").createToken({ body: { actor: "agent-5", role: "author" } });
    const mine = createClient({ baseUrl: server.url, token: made.token });
    expect(await mine.me()).toMatchObject({ actor: { id: "agent-5" } });
    const { items } = await as("admin").listTokens();
    expect(items.some(({ id }) => id === made.id)).toBe(true);
    expect(JSON.stringify(items)).not.toContain(made.token);
    expect(await as("admin").revokeToken({ id: made.id })).toEqual({});
    await expect(mine.me()).rejects.toMatchObject({ code: "unauthenticated" });
    await Promise.all([signInAndOut(as("human")), managePeople(as("admin"), as("human"))]);
  });

  it("throws a refusal as the engine threw it", async () => {
    await expect(as("viewer").showTask({ task: "cs-nowhere" })).rejects.toMatchObject({
      name: "CountersignError",
      code: "not_found",
      message: "There is no task cs-nowhere",
    });
    await expect(
      as("human").approve({ task: "cs-alpha", body: { round: 7, tree: TREE } }),
    ).rejects.toMatchObject({ code: "stale_round", details: { given: 7, round: 1 } });
    await expect(as("viewer").undo({ task: "cs-alpha", body: SHOWN })).rejects.toMatchObject({
      code: "forbidden",
      hint: "Use a token with one of these roles: human.",
    });
  });

  it("tells of the log as evidence", async () => {
    await callAuditRoutes(as);
  });

  it("reads lists by section and a change in parts", async () => {
    await callListRoutes(as, "cs-alpha");
    await callReadingRoutes(as("human"), "cs-alpha", SHOWN);
    await callBatchRoutes(as("human"), await submitted("cs-batch"), SHOWN);
  });

  it("follows the events", async () => {
    const end = new AbortController();
    for await (const { cursor } of as("viewer").events(null, end.signal))
      if (cursor === "at3") end.abort();
    expect(end.signal.aborted).toBe(true);
  });

  it("submits work without a task's name to the task of its place", async () => {
    const { task } = await as("author").submitWork({ body: WORK });
    const { items } = await as("viewer").listTasks({ ...WORK.location, author: "author-a" });
    expect(items).toMatchObject([{ task, location: WORK.location }]);
    expect((await as("viewer").listTasks({ worktree: "/work/docs" })).items).toEqual([]);
    await takeNext(as("author"));
  });

  it("has been through every route of the contract", () => {
    expect([...called].toSorted()).toEqual([...Object.keys(contract), "events"].toSorted());
    expect(server.failures).toEqual([]);
  });
});
