import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadOutputSchemas } from "../command-table/schema-bundle.ts";
import type { Bench } from "../testing/bench.ts";
import { openStage, type Stage } from "../testing/stage.ts";

/** A key that means nothing, put together so that no scanner takes this file for a leak. */
const KEY = ["AKIA", "Z3QW7RTYPLK2MNBV"].join("");
const OTHER_KEY = ["AKIA", "Q7MZ4TWKX2PLRVNB"].join("");

let stage: Stage;
let bench: Bench;
let person: Record<string, string>;
const agent = { CLAUDECODE: "1" };
const run: Stage["run"] = (...given) => stage.run(...given);
const json: Stage["json"] = (...given) => stage.json(...given);
const until: Stage["until"] = (...given) => stage.until(...given);
const submit: Stage["submit"] = (...given) => stage.submit(...given);

beforeAll(async () => {
  stage = await openStage();
  bench = stage.bench;
  await bench.write("a.js", "export const x = 1;\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
});
afterAll(async () => {
  await bench.close();
});

describe("setting up", () => {
  it("says what it would do, and does nothing", async () => {
    await json(["init", "--dry-run"]);
    await json(["server", "up", "--dry-run"]);
    await json(["server", "status"], {}, 7);
    await json(["demo", "--dry-run"]);
    await json(["verify"], {}, 14);
    await json(["agent", "list"]);
    await json(["agent", "confirm", "--dry-run"]);
    expect(await bench.git("status", "--porcelain")).toBe("");
  });

  it("takes init back, byte for byte", async () => {
    expect((await run(["init", "--undo"])).code).toBe(5);
    await json(["init", "--yes", "--agents", "none"]);
    expect(await json(["init", "--undo", "--dry-run"])).toMatchObject({
      steps: ["forget", "remove", "remove", "remove", "remove"].map((what) => ({ what })),
    });
    await json(["init", "--undo", "--yes"]);
    expect(await bench.git("status", "--porcelain")).toBe("");
    expect(await json(["repo", "list"])).toEqual([]);
  });

  it("keeps a configuration that was changed since", async () => {
    await json(["init", "--yes", "--agents", "none"]);
    await json(["config", "set", "merge.graceSeconds", "600"]);
    await json(["config", "set", "limits.attempts", "2"]);
    const undone = await json(["init", "--undo", "--yes"]);
    const steps = undone.map(({ what }: { what: string }) => what);
    expect(steps).toEqual(["forget", "keep", "remove", "remove", "remove"]);
    expect(await json(["task", "committed"])).toEqual({ task: null });
    expect(await bench.git("status", "--porcelain")).toBe("?? countersign.jsonc\n");
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "configuration");
  });

  it("mends what is safe to mend, and names it", async () => {
    const before = await json(["doctor", "--fix", "--dry-run"], {}, 1);
    expect(before).toContainEqual(expect.objectContaining({ about: "target", level: "fail" }));
    const after = await json(["doctor", "--fix"]);
    expect(after).toContainEqual(
      expect.objectContaining({
        about: "target",
        level: "ok",
        fixed: "registered shop, with main as its target",
      }),
    );
    person = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  });

  it("answers about itself", async () => {
    for (const args of [["version"], ["help"], ["help", "json"], ["completion", "zsh"]])
      await json(args);
    await json(["complete", "--", "ta"]);
    for (const word of ["get merge", "path", "schema"]) await json(["config", ...word.split(" ")]);
    await json(["config", "unset", "limits.attempts", "--dry-run"]);
    for (const word of ["up", "status"]) await json(["server", word]);
    await json(["server", "logs"]);
    await json(["server", "down", "--dry-run"]);
    expect(await json(["whoami"])).toMatchObject({ role: "human", from: "own" });
    expect(await json(["status"])).toMatchObject({ waitingForMe: 0, putOff: 0 });
  });

  it("reads and changes the file that COUNTERSIGN_CONFIG names", async () => {
    const env = { COUNTERSIGN_CONFIG: join(bench.directory, "other.json") };
    await json(["config", "set", "limits.attempts", "7"], env);
    expect((await json(["config", "get", "limits.attempts"], env)).value).toBe(7);
    expect((await json(["config", "get", "limits.attempts"])).value).not.toBe(7);
    await bench.write("../chains.json", '{ "default_chains": {} }\n');
    const { code } = await run(
      ["config", "import", "--from", "chains", "../chains.json", "--dry-run"],
      env,
    );
    expect([0, 2]).toContain(code);
  });
});

describe("a finding", () => {
  let id = "";

  it("is listed, shown, and explained with the gate that it closes [R-132]", async () => {
    id = await submit("agent/key", "b.js", `export const key = "${KEY}";\n`);
    await until(id, ({ state }) => state === "rework");
    expect(await json(["finding", "list", id])).toMatchObject([
      { task: id, id: "F-1", severity: "critical" },
    ]);
    expect(await json(["finding", "show", "F-1"])).toMatchObject({ task: id });
    expect(await json(["gate", "explain", id.slice(0, 6)])).toMatchObject({
      task: id,
      gate: "fail",
    });
    expect((await run(["gate", "explain", `${id}/F-1`])).out).toContain("counts  yes");
    expect((await run(["finding", "show", "F-7"])).code).toBe(5);
  });

  it("is dismissed, deferred and reopened by a person, disputed by its author", async () => {
    expect((await run(["finding", "dismiss", "F-1", "--reason", "x"])).code).toBe(4);
    await json(["finding", "dismiss", "F-1", "--dry-run"], person);
    await json(["finding", "dismiss", "F-1", "--reason", "a test key", "--for", "30d"], person);
    expect(await json(["finding", "list"])).toEqual([]);
    expect(await json(["finding", "list", "--all"])).toHaveLength(1);
    for (const words of ["finding list --recurring", "policy gaps"]) await json(words.split(" "));
    await json(["finding", "reopen", "F-1"], person);
    await json(["finding", "defer", "F-1", "--to", "cs-next"], person);
    await json(["finding", "reopen", "F-1"], person);
    await json(["finding", "dispute", "F-1", "--reason", "it is public"], agent);
    expect(await json(["finding", "show", "F-1"])).toMatchObject({
      disposition: { is: "disputed", by: "claude-code" },
    });
  });

  it("is told for each of several, and the worst exit code counts", async () => {
    const args = ["finding", "dismiss", "F-1", "F-9", "nothing/F-1", "--reason", "known"];
    const data = await json(args, person, 5);
    expect(data.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      "dismissed",
      "refused",
      "refused",
    ]);
  });

  it("ends with its task, which is cancelled and reopened", async () => {
    await json(["task", "cancel", id, "--dry-run"], person);
    const cancelled = await json(["task", "cancel", id, "nothing", "--reason", "over"], person, 5);
    expect(cancelled).toMatchObject([{ task: id, state: "rejected" }, { outcome: "refused" }]);
    expect(await json(["task", "reopen", id], person)).toMatchObject([{ state: "open" }]);
    expect((await run(["task", "reopen", id], person)).code).toBe(6);
  });
});

describe("a task that waits", () => {
  let id = "";

  it("is found by its beginning, by its branch and by its place in the inbox", async () => {
    id = await submit("agent/two", "a.js", "export const x = 2;\n");
    await until(id, ({ state, turn }) => state === "reviewing" && turn.holder === "person");
    for (const word of [id, id.slice(0, 6), ".", "@1"]) {
      expect((await json(["task", "show", word])).id).toBe(id);
    }
    expect((await run(["task", "show", "@9"])).code).toBe(5);
    await json(["task", "list", "--here"]);
    await json(["task", "log", id]);
    await json(["diff", id]);
    await json(["why", id]);
    expect(await json(["chain", "show", id])).toContainEqual(
      expect.objectContaining({ layer: "owner", status: "waiting" }),
    );
  });

  it("is in one section of the inbox, in whatever order", async () => {
    expect(await json(["inbox"])).toMatchObject([{ task: id, section: "ready" }]);
    for (const order of ["risk", "oldest", "smallest"]) {
      expect(await json(["inbox", "--order", order])).toMatchObject([{ task: id }]);
    }
    expect(await json(["inbox", "--section", "held"])).toEqual([]);
    const sections = (await json(["inbox", "--all"])).map(
      ({ section }: { section: string }) => section,
    );
    expect(sections).toContain("agents");
    expect((await run(["inbox", "--order", "risk"])).out).not.toContain("@1");
  });

  it("is put off, and comes back when it changes or when it is taken up", async () => {
    await json(["task", "later", "@1", "--dry-run"], person);
    expect(await json(["task", "later", "@1", "tomorrow"], person)).toMatchObject([
      { putOff: true },
    ]);
    const { out } = await run(["inbox"]);
    expect(out).toContain("Nothing waits for you.");
    expect(out).toContain("+1 later");
    expect(await json(["status"])).toMatchObject({ waitingForMe: 0, putOff: 1 });
    expect((await run(["task", "later", id, "now"], person)).out).toBe(
      `back in your inbox: ${id}\n`,
    );
    expect(await json(["inbox"])).toHaveLength(1);
    await json(["task", "later", id, "--until", "change"], person);
    expect(await json(["inbox"])).toEqual([]);
    await json(["task", "mode", id, "per-task"], person);
    expect(await json(["inbox"])).toHaveLength(1);
  });

  it("is approved with a note, and everything that was decided is taken back", async () => {
    await json(["approve", id, "--note", "tried it", "--round", "1"], person);
    const { feedback } = await json(["task", "show", id]);
    expect(feedback).toMatchObject([{ decision: "approved", customFeedback: "tried it" }]);
    await json(["undo"], person);
    await json(["redo", id, "--issue", "Tests incomplete"], person);
    await json(["undo", id], person);
    await json(["reject", id, "--reason", "no"], person);
    await json(["undo", id], person);
    await json(["override", id, "--reason", "for the test", "--round", "1"], person);
    await json(["undo", id], person);
    expect((await json(["task", "show", id])).state).toBe("reviewing");
  });

  it("is opened and claimed; tokens are made and ended", async () => {
    const { task } = await json(["task", "add", "Later"]);
    await json(["task", "add", "Never", "--dry-run"]);
    await bench.git("switch", "--quiet", "-c", "agent/later", "main"); // this branch has a task
    await json(["task", "claim", task], agent);
    const { id: token } = await json(["token", "create", "ci", "--role", "viewer"]);
    for (const one of ["token list", "person list", "key", "trust"]) await json(one.split(" "));
    await Promise.all([json(["github", "status"]), json(["token", "revoke", token])]);
  });
});

describe("exit codes that need an engine", () => {
  it("are 4, 5 and 6 for what may not be, is not there, or has changed", async () => {
    expect((await run(["approve", "@1"])).code).toBe(4);
    expect((await run(["status"], { COUNTERSIGN_TOKEN: "cs_local_nobody_nobody" })).code).toBe(4);
    expect((await run(["task", "show", "nothing"])).code).toBe(5);
    expect((await run(["approve", "@1", "--round", "9"], person)).code).toBe(6);
  });

  it("are 13 when a person is needed", async () => {
    const id = await submit("agent/held", "c.js", `export const key = "${OTHER_KEY}";\n`);
    await until(id, ({ state }) => state === "rework");
    await bench.write("c.js", `export const key = "${OTHER_KEY}"; // again\n`);
    await json(["task", "submit"], agent);
    await until(id, ({ state }) => state === "held");
    expect((await bench.run(["gate", "explain", id])).code).toBe(13);
    expect(await json(["inbox", "--section", "held"])).toMatchObject([{ task: id }]);
    await json(["release", id, "--reject", "--round", "2"], person);
  });

  it("are 8 while the review still runs", async () => {
    const task = await json(["task", "show", "@1"]);
    const pending = JSON.stringify({ ...task, gate: "pending" });
    const engine = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" }).end(pending);
    });
    await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
    const address = engine.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const env = { COUNTERSIGN_TOKEN: "cs_local_x", COUNTERSIGN_SERVER: `http://127.0.0.1:${port}` };
    const { code, out } = await bench.run(["gate", "explain", task.id], { env });
    engine.close();
    expect(code).toBe(8);
    expect(out).toContain("gate pending: not everybody has answered yet");
  });
});

describe("the answers", () => {
  /** What belongs to the engine's operation, needs none, a foreign move, proofs, a terminal or built pages, or never ends. */
  const ELSEWHERE =
    /^(?:agent\.confirm|config\.import|demo\.apply|github\.(?:add|link|setup|unlink)|key\.(?:add|retire)|person\.(?:invite|remove)|push\.done|repo\.(?:allow-unsandboxed|move|release|remove)|task\.(?:import|review)|trust\.(?:change|init|sign|waypoint|withdraw)|verify\.push|web\.open)$/;

  it("were all seen, and are as their schemas say", async () => {
    const others =
      /^(?:audit|board|chain\.context|events|gate|hook|mcp|replay|review|reviewer|server|sprint|watch)\b/;
    const names = Object.keys(await loadOutputSchemas()).filter((name) => !others.test(name));
    expect(names.filter((name) => !stage.seen.has(name) && !ELSEWHERE.test(name))).toEqual([]);
  });
});

describe("completion", () => {
  it("offers ids of the running engine, and nothing where there is none", async () => {
    const found = await run(["--plain", "complete", "--", "approve", "cs-"]);
    expect(found.out).toContain("Work of agent/two");
    const env = { XDG_DATA_HOME: join(bench.directory, "empty") };
    expect(await run(["--plain", "complete", "--", "approve", "cs-"], env)).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    await expect(stat(env.XDG_DATA_HOME)).rejects.toThrow();
  });
});
