import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../testing/bench.ts";

const HOSTILE = "Fix \u001b]0;owned\u0007 it \u202e";

let bench: Bench;
let asPerson: { env: { COUNTERSIGN_TOKEN: string } };
const asAgent = { env: { CLAUDECODE: "1" } };

async function json(args: readonly string[]) {
  const { code, out, err } = await bench.run([...args, "--json"]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
  return JSON.parse(out);
}

async function untilState(id: string, state: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    const { data } = await json(["task", "show", id]);
    const isThere = data.state === state && data.turn.holder !== "checks";
    if (isThere && !(state === "reviewing" && data.turn.holder !== "person")) return;
    await sleep(250);
  }
  throw new Error(`${id} did not become ${state}`);
}

beforeAll(async () => {
  bench = await openBench();
  await bench.write("package.json", '{ "name": "shop", "scripts": { "test": "true" } }\n');
  await bench.write("a.js", "export const x = 1;\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
});
afterAll(async () => {
  await bench.close();
});

describe("countersign init", () => {
  it("writes nothing when it is only asked what it would do", async () => {
    const { code, out } = await bench.run(["init", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("Nothing was changed.");
    expect(await bench.git("status", "--porcelain")).toBe("");
  });

  it("needs a yes where nobody can be asked", async () => {
    const { code, err } = await bench.run(["init"]);
    expect(code).toBe(2);
    expect(err).toContain("Confirm with --yes");
  });

  it("writes a configuration with the project's checks and registers the repository", async () => {
    const { code, out } = await bench.run(["init", "--yes"]);
    expect(code).toBe(0);
    expect(out).toContain("countersign.jsonc counts once it is committed and you confirm it");
    expect(out).toMatch(/countersign repo release \S+ --reason 'My first policy'/);
    const { data } = await json(["config", "get", "checks"]);
    expect(data.value).toMatchObject([{ id: "test", run: "npm run test" }]);
    const doctor = await bench.run(["doctor"]);
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(/fail {2}target .*no countersign.jsonc is committed yet/);
  });

  it("is in order once the configuration is on the target branch and a person confirmed it", async () => {
    await bench.run(["config", "set", "merge.graceSeconds", "1"]);
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "configuration");
    for (let tries = 0; tries < 60; tries += 1) {
      if ((await json(["repo", "list"])).data[0].hold !== null) break;
      await sleep(250);
    }
    const waiting = await bench.run(["doctor"]);
    expect(waiting.code).toBe(1);
    expect(waiting.out).toContain("no person has confirmed it");
    expect(waiting.out).toContain("countersign repo release");
    await bench.confirmPolicy();
    const { code, out } = await bench.run(["doctor"]);
    expect({ code, out: out.split("\n").at(-2) }).toEqual({
      code: 0,
      out: "Everything is in order.",
    });
    asPerson = { env: { COUNTERSIGN_TOKEN: await bench.humanToken() } };
  });
});

describe("a change on its way to the target", () => {
  let id = "";

  it("needs a title when its branch has no task yet", async () => {
    await bench.git("switch", "--quiet", "-c", "agent/fix");
    await bench.write("a.js", "export const x = 2;\n");
    const { code, err } = await bench.run(["task", "submit"], asAgent);
    expect(code).toBe(2);
    expect(err).toContain("Add --title");
  });

  it("is submitted by the agent that runs the program, with what is not committed", async () => {
    const ended = await bench.run(["task", "submit", "--title", HOSTILE, "--json"], asAgent);
    expect(ended.code).toBe(0);
    const answer = JSON.parse(ended.out);
    expect(answer).toMatchObject({ schema: "countersign/task.submit/1", data: { round: 1 } });
    id = answer.data.task;
    await untilState(id, "reviewing");
    const { data } = await json(["task", "show", "."]);
    expect(data).toMatchObject({ id, authors: ["claude-code"], title: HOSTILE });
  });

  it("waits in the inbox, and nothing in its title reaches the terminal as it is [R-042]", async () => {
    const { out } = await bench.run(["inbox"]);
    expect(out).toContain("@1");
    expect(out).toContain("Fix ␛]0;owned␇ it ‹U+202E›");
    for (const args of [["inbox"], ["inbox", "--json"], ["inbox", "--plain"], ["why", id]]) {
      expect((await bench.run(args)).out).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
    }
  });

  it("shows its change as a patch", async () => {
    const { out } = await bench.run(["diff", "@1"]);
    expect(out).toContain("-export const x = 1;\n+export const x = 2;");
  });

  it("is not approved without a person", async () => {
    const { code, err } = await bench.run(["approve", "@1"]);
    expect(code).toBe(4);
    expect(err).toContain("This decision needs a person");
  });

  it("is not approved for another round than the one that was seen", async () => {
    const { code, err } = await bench.run(["approve", id, "--round", "7"], asPerson);
    expect(code).toBe(6);
    expect(err).toContain("is at round 1");
  });

  it("says what it would approve, and approves nothing", async () => {
    const { out } = await bench.run(["approve", id, "--dry-run"]);
    expect(out).toContain(`Would approve  ${id}`);
    expect((await json(["task", "show", id])).data.state).toBe("reviewing");
  });

  it("is reported for each id of several, and the worst exit code counts", async () => {
    const { code, out } = await bench.run(["approve", "nothing", id.slice(0, 5)], asPerson);
    expect(code).toBe(6);
    expect(out).toContain("refused nothing: There is no task nothing");
    expect(out).toContain(`refused ${id}: Round 1 of ${id} was not shown to you`);
  });

  it("is approved by a script that names the tree it looked at", async () => {
    const { data } = await json(["task", "show", id]);
    const args = ["approve", id.slice(0, 5), "--tree", data.round.content.tree.slice(0, 10)];
    const { code, out } = await bench.run(args, asPerson);
    expect(code).toBe(0);
    expect(out).toContain(`approved ${id}`);
  });

  it("reaches the target exactly as it was approved", async () => {
    await untilState(id, "done");
    expect(await bench.git("show", "main:a.js")).toBe("export const x = 2;\n");
    expect((await bench.run(["task", "log", id, "--plain"])).out).toContain("\tmerged\n");
  });

  it("gives a new task to the next work on the branch", async () => {
    await bench.write("a.js", "export const x = 3;\n");
    const { code } = await bench.run(["task", "submit", "--title", "Next"], asAgent);
    expect(code).toBe(0);
    expect((await json(["task", "show", "."])).data.id).not.toBe(id);
  });
});

describe("what a person says besides", () => {
  it("goes back with feedback, which may come from stdin", async () => {
    const { data } = await json(["task", "show", "."]);
    await untilState(data.id, "reviewing");
    expect((await bench.run(["redo", "."], asPerson)).err).toContain("Add --message");
    const args = ["redo", ".", "--message", "-", "--issue", "Tests incomplete"];
    const { code } = await bench.run(args, { ...asPerson, input: "cover zero\n" });
    expect(code).toBe(0);
    const after = await json(["task", "show", "."]);
    expect(after.data).toMatchObject({
      state: "rework",
      feedback: [{ quickIssues: ["Tests incomplete"], customFeedback: "cover zero" }],
    });
  });

  it("rejects with a reason", async () => {
    const { code } = await bench.run(["reject", ".", "--reason", "not wanted"], asPerson);
    expect(code).toBe(0);
    expect((await json(["task", "show", "."])).data.rejectReason).toBe("not wanted");
  });

  it("opens a task that an agent finds and claims", async () => {
    const added = await json(["task", "add", "Later", "--priority", "P0"]);
    const claimed = await bench.run(["task", "claim", added.data.task], asAgent);
    expect(claimed.code).toBe(0);
    const { data } = await json(["task", "list", "--state", "in_progress"]);
    expect(data).toMatchObject([{ task: added.data.task, priority: "P0" }]);
  });

  it("makes a token, uses it and ends it", async () => {
    const made = await json(["token", "create", "codex", "--role", "author", "--expires", "1h"]);
    const env = { COUNTERSIGN_TOKEN: made.data.token };
    expect((await bench.run(["task", "list"], { env })).code).toBe(0);
    expect((await bench.run(["approve", "@1"], { env })).code).not.toBe(0);
    await bench.run(["token", "revoke", made.data.id]);
    expect((await bench.run(["task", "list"], { env })).code).toBe(4);
  });

  it("makes no person's token where no person is", async () => {
    const { code } = await bench.run(["token", "create", "eve", "--role", "human"]);
    expect(code).toBe(4);
  });
});
