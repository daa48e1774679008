import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@countersign/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineFiles } from "../local-engine/files/engine-files.ts";
import { localActor } from "../local-engine/settings/local-actor.ts";
import type { Bench } from "../testing/bench.ts";
import { openStage, type Stage } from "../testing/stage.ts";

const AS_AUTHOR = { CLAUDECODE: "1" };

let stage: Stage;
let bench: Bench;
let count = 0;
/** The token of codex, the peer. */
let peerToken = "";
/** One waits for the owner, the other is submitted twice and waits for its peer. */
let approved = "";
let reworked = "";
/** The task of the branch that is checked out. */
let current = "";

function policy(trust: object): string {
  const owner = [localActor()];
  return JSON.stringify({
    version: 1,
    trust: { ...trust, protected: [] },
    people: { owner, csuite: owner },
    chains: { code: ["self", "peer"] },
    modes: { default: "per-task" },
    merge: { graceSeconds: 0 },
    policies: [
      {
        id: "universal",
        when: "always",
        require: [{ reviewer: "integrity" }],
        priority: 100,
        description: "Every change",
      },
    ],
    rules: [],
  });
}

beforeAll(async () => {
  stage = await openStage();
  bench = stage.bench;
  await bench.write("a.js", "export const a = 1;\n");
  await bench.write("countersign.json", policy({}));
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  peerToken = (await stage.json(["token", "create", "codex", "--role", "reviewer"])).token;
});
afterAll(async () => {
  await bench.close();
});

/** Connects codex as a reviewer of the repository, as `countersign mcp --role reviewer` does. */
async function connectPeer(): Promise<void> {
  const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  await createClient({ baseUrl: url, token: peerToken }).connectReviewer({
    repo: "shop",
    body: {},
  });
}

/** An agent's change of code, which waits for its peer first and for the owner afterwards. */
async function handedIn(signal = "DONE"): Promise<string> {
  count += 1;
  await connectPeer();
  await bench.git("switch", "--quiet", "-c", `agent/${count}`, "main");
  await bench.write(`b${count}.ts`, `export const b = ${count};\n`);
  const args = ["task", "submit", "--title", `Implement part ${count}`, "--type", "code"];
  const { task } = await stage.json([...args, "--signal", signal], AS_AUTHOR);
  current = task;
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", `part ${count}`);
  await stage.until(task, ({ turn }) => turn.holder !== "engine" && turn.holder !== "checks");
  return task;
}

type Chain = { layer: string; status: string }[];

async function layers(task: string): Promise<Record<string, string>> {
  const chain: Chain = await stage.json(["chain", "show", task]);
  return Object.fromEntries(chain.map(({ layer, status }) => [layer, status]));
}

async function watched(agent: string, text: string, name = "agent.log") {
  const path = join(bench.directory, name);
  await writeFile(path, text);
  return await stage.run(["watch", "--json", "--once", "--agent", agent, path]);
}

describe("countersign watch", () => {
  it("answers for the agent that is expected, in its own words, once [R-153] [R-201] [R-202]", async () => {
    const task = await handedIn();
    approved = task;
    expect(await layers(task)).toMatchObject({
      self: "satisfied",
      peer: "waiting",
      owner: "later",
    });
    const twice = `approved task ${task}\nREVIEW::APPROVE task_id=${task}\n`;
    const { code, out } = await watched("codex", `I have read it all.\n${twice}`);
    expect({ code, out: JSON.parse(out).data }).toEqual({
      code: 0,
      out: [{ act: "approve", task, outcome: `approved ${task} for layer:peer` }],
    });
    expect(await layers(task)).toMatchObject({ peer: "satisfied", owner: "waiting" });
  });

  it("sends back in a transcript, and submits again by a marker [R-040] [R-202]", async () => {
    const task = await handedIn();
    reworked = task;
    const message = `REVIEW::REJECT task_id=${task} feedback="Missing error handling"`;
    const transcript = `${JSON.stringify({ role: "assistant", content: message })}\n`;
    expect(await watched("codex", transcript, "session.jsonl")).toMatchObject({ code: 0 });
    await stage.until(task, ({ state }) => state === "rework");
    await bench.write(`b${count}.ts`, "export const b = () => 0;\n");
    const marker = `REVIEW::SUBMIT task_id=${task} chain_type=code\n`;
    const again = await watched("claude-code", marker);
    expect(again).toMatchObject({ code: 0 });
    expect(JSON.parse(again.out).data).toMatchObject([{ outcome: `submitted ${task}, round 2` }]);
    await bench.git("commit", "--quiet", "-am", "again");
  });

  it("moves nothing for an author, for strangers, for a person's layer, or by a quotation", async () => {
    const task = reworked;
    await stage.until(task, ({ turn }) => turn.holder === "reviewers");
    const before = await layers(task);
    const approve = `REVIEW::APPROVE task_id=${task}\n`;
    for (const agent of ["claude-code", "nobody-knows"]) {
      const { code, err } = await watched(agent, approve);
      expect({ agent, code }).toEqual({ agent, code: 4 });
      expect(err).toContain("is not waiting for");
    }
    const asPerson = await watched(localActor(), approve);
    expect(asPerson.code).not.toBe(0);
    expect(asPerson.err).toContain(`${localActor()} is a person`);
    expect(await watched("codex", `> ${approve}`)).toMatchObject({ code: 0 });
    expect(await layers(task)).toEqual(before);

    await watched("codex", approve);
    const { code, err } = await watched("codex", approve);
    expect(code).toBe(4);
    expect(err).toContain("is waiting for a person, who cannot answer by text");
  });

  it("speaks for nobody but the agent that runs it, and never for a person", async () => {
    const path = join(bench.directory, "agent.log");
    const other = await stage.run(["watch", "--once", "--agent", "codex", path], AS_AUTHOR);
    expect(other).toMatchObject({ code: 4 });
    expect(other.err).toContain("claude-code cannot report events for codex");
    const token = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    const person = await stage.run(["watch", "--once", path], token);
    expect(person).toMatchObject({ code: 4 });
    expect(person.err).toContain("which is not an agent");
  });
});

describe("sentences of agents", () => {
  it("finish the author's own layer, and ask for a revision [R-200] [R-201]", async () => {
    const task = await handedIn("PARTIAL");
    expect(await layers(task)).toMatchObject({ self: "waiting", peer: "later" });
    await watched("claude-code", `Self-review complete for task ${task}\n`);
    await stage.until(task, ({ turn }) => turn.holder === "reviewers");
    expect(await layers(task)).toMatchObject({ self: "satisfied", peer: "waiting" });
    await watched("codex", `needs revision on task ${task}\n`);
    await stage.until(task, ({ state }) => state === "rework");
  });
});

describe("countersign events", () => {
  it("takes what an agent reports, line by line, and says what it refuses", async () => {
    const task = reworked;
    const lines = [
      `{ "type": "milestone", "task": "${task}", "summary": "it builds" }`,
      `{ "type": "request_review", "summary": "of this branch" }`,
      `{ "type": "blocker", "agent": "codex", "summary": "not mine" }`,
      "not json",
    ];
    const input = `${lines.join("\n")}\n`;
    const { code, out } = await bench.run(["events", "--json", "--agent", "claude-code"], {
      input,
    });
    expect(JSON.parse(out).data).toMatchObject([
      { line: 1, task, outcome: "noted" },
      { line: 2, task: current, outcome: "noted" },
      { line: 3, outcome: "refused", says: "says that it is codex's, and comes from claude-code" },
      { line: 4, outcome: "refused" },
    ]);
    expect(code).toBe(4);
  });
});

describe("countersign chain show --context", () => {
  it("says for a prompt how every chain stands", async () => {
    const { text } = await stage.json(["chain", "show", "--context"]);
    expect(text).toContain(`- ${approved} "Implement part 1" (round 1, code, reviewing)`);
    expect(text).toContain(`- ${reworked} "Implement part 2" (round 2, code, reviewing)`);
    const owner = localActor();
    const line = `  self done > peer done > owner waits for ${owner}; turn: ${owner}\n`;
    expect(text.split(line)).toHaveLength(3);
    const one = await stage.json(["chain", "show", approved, "--context"]);
    expect(one.text).not.toContain(reworked);
  });
});

describe("a human layer", () => {
  async function call(task: string, path: string, token: string, body: object) {
    const { url } = JSON.parse(await readFile(join(bench.data, "engine.json"), "utf8"));
    const response = await fetch(`${url}/v1/tasks/${task}/${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "idempotency-key": `k-${Math.random()}`,
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.text() };
  }

  it("is not satisfied by an agent, by whatever way it tries", async () => {
    const task = approved;
    const { round } = await stage.json(["task", "show", task]);
    const { tree } = round.content;

    expect(await stage.run(["approve", task], AS_AUTHOR)).toMatchObject({ code: 4 });
    expect(await stage.run(["approve", task])).toMatchObject({ code: 4 }); // and without a terminal
    for (const role of ["author", "reviewer", "planner"]) {
      const { token } = await stage.json(["token", "create", "claude-code", "--role", role]);
      const approve = await call(task, "approve", token, { round: 1, tree });
      expect([role, approve.status]).toEqual([role, 403]);
      const verdict = { round: 1, tree, requirement: "layer:owner", opinion: "approved" };
      await call(task, "verdicts", token, { ...verdict, summary: "", findings: [] });
    }
    expect(await layers(task)).toMatchObject({ owner: "waiting" });
  });

  it("is not satisfied by the person's own token either, where they must be verified", async () => {
    await bench.git("switch", "--quiet", "main");
    await bench.write("countersign.json", policy({ humanPresence: "verified" }));
    await bench.git("commit", "--quiet", "-am", "verified people");
    const person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
    const tip = (await bench.git("rev-parse", "main")).trim();
    const release = ["repo", "release", "--tip", tip, "--reason", "mine", "--yes"];
    expect(await stage.run(release, person)).toMatchObject({ code: 0 });
    const task = await handedIn();
    await watched("codex", `REVIEW::APPROVE task_id=${task}\n`);

    const { tree } = (await stage.json(["task", "show", task])).round.content;
    const { code, err } = await stage.run(["approve", task, "--tree", tree, "--yes"], person);
    expect(code).toBe(4);
    expect(err).toContain("requires a signing key or passkey for each decision");
    expect(await layers(task)).toMatchObject({ owner: "waiting" });
    const redo = ["redo", task, "--message", "No", "--yes"];
    expect(await stage.run(redo, person)).toMatchObject({ code: 0 });
  });
});

describe("countersign init --undo", () => {
  it("takes back what it wrote also where tasks need the repository", async () => {
    const steps = await stage.json(["init", "--undo", "--yes"]);
    expect(steps).toMatchObject([
      { what: "keep", says: expect.stringMatching(/^shop has tasks, such as cs-/) },
      { what: "remove", detail: ".git/hooks/post-commit" },
      { what: "remove", detail: ".git/hooks/pre-push" },
      { what: "remove", detail: join(bench.data, "bin/countersign") },
    ]);
    expect(await stage.json(["repo", "list"])).toHaveLength(1);
  });
});
