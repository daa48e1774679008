import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../testing/stage.ts";
import { runHook } from "./run-hook.ts";

let stage: Stage;
let asPerson: { COUNTERSIGN_TOKEN: string };

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  const scripts = { test: "test ! -e broken.txt" };
  await bench.write("package.json", `${JSON.stringify({ name: "shop", scripts })}\n`);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes", "--agents", "none"]);
  await stage.run(["config", "set", "merge.graceSeconds", "1"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Add countersign");
  asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
});
afterAll(async () => {
  await stage.bench.close();
});

const ROOMY = { usualMs: 60_000, engineMs: 60_000, mostMs: 120_000 };

/** What the host of an agent hears at an event; a busy machine may take its time here. */
async function hook(event: string, input: object, agent = "claude-code"): Promise<string> {
  const { bench } = stage;
  const told = { session_id: "s1", cwd: bench.repository, hook_event_name: event, ...input };
  let out = "";
  const sent: Promise<unknown>[] = [];
  await runHook([agent, event], {
    env: bench.env,
    directory: bench.directory,
    read: async () => JSON.stringify(told),
    write: (text) => {
      out += text;
    },
    sendLater: (cwd) => void sent.push(bench.run(["hook", "send"], { cwd })),
    limits: ROOMY,
  });
  await Promise.all(sent);
  return out;
}

async function waiting(): Promise<number> {
  return (await readdir(join(stage.bench.data, "spool")).catch(() => [])).length;
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
    const found = await look();
    if (found !== null) return found;
  }
  const log = await readFile(join(stage.bench.data, "hooks", "hook.log"), "utf8").catch(() => "");
  throw new Error(`It did not come so far\n${log}`);
}

type Line = { task: string; title: string };

async function tasks(): Promise<Line[]> {
  return await stage.json(["task", "list", "--here"], asPerson);
}

describe("an agent that only has hooks", () => {
  it("has its work handed in when it stops, once", async () => {
    const { bench } = stage;
    await bench.git("switch", "--quiet", "-c", "greeting");
    expect(await hook("session-start", { source: "startup" })).toBe("");
    expect(await hook("user-prompt-submit", { prompt: "Write a greeting\nplease" })).toBe("");
    expect(await hook("stop", { last_assistant_message: "Nothing yet." })).toBe("");
    expect(await waiting()).toBe(0);

    await bench.write("greeting.txt", "hello\n");
    await bench.write("broken.txt", "x\n");
    expect(await hook("stop", { last_assistant_message: "I wrote it." })).toBe("");
    const { task, title } = await until(async () => (await tasks())[0] ?? null);
    await until(async () => ((await waiting()) === 0 ? true : null));
    expect(title).toBe("Write a greeting please");
    await stage.until(task, ({ state }) => state === "rework");
    const view = await stage.json(["task", "show", task], asPerson);
    expect(view).toMatchObject({
      authors: ["claude-code"],
      round: { number: 1, summary: "I wrote it." },
    });
  });

  it("is told what came back: at the next prompt once, and at the start of every session", async () => {
    const [line] = await tasks();
    const text = `countersign: ${line?.task} came back to you, round 2 of 3, 1 finding. Call get_my_assignment before other work.`;
    const said = (hookEventName: string) => ({
      hookSpecificOutput: { hookEventName, additionalContext: text },
    });
    const out = await hook("user-prompt-submit", { prompt: "Go on" });
    expect(JSON.parse(out)).toEqual(said("UserPromptSubmit"));
    expect(await hook("user-prompt-submit", { prompt: "Go on" })).toBe("");
    for (const session_id of ["s2", "s3"]) {
      const started = await hook("session-start", { session_id });
      expect(JSON.parse(started)).toEqual(said("SessionStart"));
    }
  });

  it("is kept from stopping once while nothing of it is answered", async () => {
    const [line] = await tasks();
    const stop = () => hook("stop", { last_assistant_message: "I wrote it." });
    expect(JSON.parse(await stop())).toEqual({
      decision: "block",
      reason: `${line?.task} still has feedback from round 1 that nothing in this session touched: F-1. Fix it, or call respond_to_finding with a reason. You will not be stopped again for this.`,
    });
    expect(await stop()).toBe("");
    expect(await hook("stop", { session_id: "s3" })).toBe(""); // which changed nothing
    expect(await waiting()).toBe(0);
  });

  it("hands in round 2 from the next session, and the person has it merged", async () => {
    const { bench } = stage;
    const [{ task } = { task: "" }] = await tasks();
    await bench.git("clean", "--quiet", "-f", "broken.txt");
    expect(await hook("stop", { session_id: "s2", last_assistant_message: "Mended." })).toBe("");
    await stage.until(task, ({ state, turn }) => state === "reviewing" && turn.holder === "person");
    const view = await stage.json(["task", "show", task], asPerson);
    expect(view.round).toMatchObject({ number: 2, summary: "Mended." });
    await stage.run(["approve", task], asPerson);
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "Greet");
    await bench.git("switch", "--quiet", "main");
    await stage.until(task, ({ state }) => state === "done");
    expect(await bench.git("show", "main:greeting.txt")).toBe("hello\n");
  });
});

describe("the spool", () => {
  it("keeps five stops without an engine, and each is one round when it is back", async () => {
    const { bench } = stage;
    await stage.run(["server", "down"]);
    for (const name of ["one", "two", "three"]) {
      await bench.git("switch", "--quiet", "-c", name, "main");
      const session_id = `spool ${name}`;
      await hook("session-start", { session_id }, "codex");
      await bench.write(`${name}.txt`, "1\n");
      expect(await hook("stop", { session_id }, "codex")).toBe("{}\n");
      if (name !== "three") {
        await bench.write(`${name}.txt`, "2\n");
        await hook("stop", { session_id }, "codex");
      }
      await bench.git("add", "-A");
      await bench.git("commit", "--quiet", "-m", name);
    }
    expect(await waiting()).toBe(3); // what was left last contains what was left before on its branch
    const elsewhere = { cwd: bench.directory };
    await bench.run(["status", "--repo", bench.directory], elsewhere);
    expect(await waiting()).toBe(3); // the engine runs now, but no other place sends them

    const both = [
      stage.run(["inbox"]),
      bench.run(["status"]),
      hook("session-start", { session_id: "x" }),
    ];
    await Promise.all(both); // whoever finds the engine sends them, at the same time
    await until(async () => ((await waiting()) === 0 ? true : null));
    const made = (await tasks()).filter(({ title }) => ["one", "two", "three"].includes(title));
    expect(made).toHaveLength(3);
    for (const { task } of made) {
      const view = await stage.json(["task", "show", task], asPerson);
      expect(view).toMatchObject({ authors: ["codex"], round: { number: 1 } });
      const name = String(view.title);
      const tree = (await bench.git("rev-parse", `${name}^{tree}`)).trim();
      expect(view.round.content.tree).toBe(tree);
    }
    const tokens: { actor: string; revokedMs: number | null }[] = await stage.json([
      "token",
      "list",
    ]);
    const agents = tokens.filter(({ actor }) => actor === "codex" || actor === "claude-code");
    expect(agents.length).toBeGreaterThan(3);
    expect(agents.filter(({ revokedMs }) => revokedMs === null)).toEqual([]);
  });
});

describe("work that is handed in for an agent", () => {
  it("opens no task where nothing differs from the target", async () => {
    const { bench } = stage;
    const before = (await tasks()).length;
    await bench.git("switch", "--quiet", "-c", "same", "main");
    await bench.write("extra.txt", "of the person\n");
    await hook("session-start", { session_id: "same" });
    await bench.git("clean", "--quiet", "-f", "extra.txt");
    await hook("stop", { session_id: "same" });
    expect(await waiting()).toBe(0);
    expect(await tasks()).toHaveLength(before);
  });

  it("is what is committed where its worktree is gone when it is sent", async () => {
    const { bench } = stage;
    const worktree = join(bench.directory, "linked");
    await bench.git("worktree", "add", "--quiet", "-b", "linked", worktree, "main");
    const at = { session_id: "linked", cwd: worktree };
    await hook("session-start", at);
    await stage.run(["server", "down"]);
    await writeFile(join(worktree, "linked.txt"), "1\n");
    await hook("stop", { ...at, last_assistant_message: "Linked." });
    expect(await waiting()).toBe(1);
    await bench.git("-C", worktree, "add", "-A");
    await bench.git("-C", worktree, "commit", "--quiet", "-m", "linked");
    await bench.git("worktree", "remove", "--force", worktree);
    await stage.run(["inbox"]);
    const line = (await tasks()).find(({ title }) => title === "linked");
    const view = await stage.json(["task", "show", line?.task ?? ""], asPerson);
    expect(view.round).toMatchObject({ number: 1, summary: "Linked." });
    expect(await waiting()).toBe(0);
  });
});

describe("hooks that are called wrongly", () => {
  it.each([
    [["hook", "claude-code", "stop"], ""],
    [["hook", "claude-code", "stop"], "{"],
    [["hook", "claude-code", "stop"], JSON.stringify({ session_id: "1", cwd: "/nowhere" })],
    [["hook", "no name", "stop"], "{}"],
    [["hook", "claude-code", "constructor"], "{}"],
    [["hook", "send"], ""],
  ])("%j with %j end well and say nothing", async (args, input) => {
    expect(await stage.bench.run(args, { input })).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("the built program", () => {
  it("loads nothing but its own files for a hook", async () => {
    const { bench } = stage;
    const list = join(bench.directory, "loaded.txt");
    const listen = `
      import { appendFileSync } from "node:fs";
      import { registerHooks } from "node:module";
      registerHooks({
        load(url, context, next) {
          appendFileSync(${JSON.stringify(list)}, url + "\\n");
          return next(url, context);
        },
      });`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(listen)}` };
    const input = JSON.stringify({ session_id: "loads", cwd: bench.repository });
    for (const event of ["session-start", "post-tool-use", "stop"])
      await bench.run(["hook", "claude-code", event], { input, env });
    const loaded = (await readFile(list, "utf8")).split("\n").filter((url) => /^file:/.test(url));
    const own = pathToFileURL(dirname(bench.program)).href;
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded.filter((url) => !url.startsWith(`${own}/`))).toEqual([]);
  });

  it("answers a stop soon, with and without an engine, and never late", async () => {
    const { bench } = stage;
    const input = JSON.stringify({ session_id: "quick", cwd: bench.repository });
    const spans: string[] = [];
    for (const engine of ["up", "down"]) {
      await bench.run(["server", engine]);
      const taken: number[] = [];
      for (let times = 0; times < 3; times += 1) {
        const begun = performance.now();
        expect(await bench.run(["hook", "claude-code", "stop"], { input })).toMatchObject({
          code: 0,
        });
        taken.push(performance.now() - begun);
      }
      const [fastest = 0] = taken.toSorted((a, b) => a - b);
      spans.push(`engine ${engine}: ${fastest.toFixed(0)} to ${Math.max(...taken).toFixed(0)} ms`);
      expect(fastest).toBeLessThan(3_000);
    }
    process.stdout.write(`a stop takes, ${spans.join("; ")}\n`);
  });
});
