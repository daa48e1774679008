import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { openHookLab } from "./testing/hook-lab.ts";

const { stage, asPerson, hook, waiting, until, tasks, titled } = await openHookLab([
  { id: "test", run: "npm test" },
  { id: "quick", run: "test ! -e quick.txt || (seq 1 30; exit 1)", onStop: true },
  { id: "slow", run: "test ! -e slow.txt || sleep 30" },
]);
afterAll(async () => {
  await stage.bench.close();
});

describe("an agent that only has hooks", () => {
  it("has its work submitted when it stops, once [R-051]", async () => {
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

  it("submits round 2 from the next session, and the person has it merged", async () => {
    const { bench } = stage;
    const [{ task } = { task: "" }] = await tasks();
    await bench.git("clean", "--quiet", "-f", "broken.txt");
    expect(await hook("stop", { session_id: "s2", last_assistant_message: "Mended." })).toBe("");
    await stage.until(task, ({ state, turn }) => state === "reviewing" && turn.holder === "person");
    const view = await stage.json(["task", "show", task], asPerson);
    expect(view.round).toMatchObject({ number: 2, summary: "Mended." });
    const { tree } = view.round.content;
    expect(await stage.run(["approve", task, "--tree", tree], asPerson)).toMatchObject({ code: 0 });
    await bench.git("add", "-A");
    await bench.git("commit", "--quiet", "-m", "Greet");
    await bench.git("switch", "--quiet", "main");
    await stage.until(task, ({ state }) => state === "done");
    expect(await bench.git("show", "main:greeting.txt")).toBe("hello\n");
  });
});

describe("an agent whose quick check fails", () => {
  it("is kept from stopping once, with the last lines, while others still look", async () => {
    const { bench } = stage;
    await bench.git("switch", "--quiet", "-c", "quick", "main");
    await hook("session-start", { session_id: "quick" });
    await bench.write("quick.txt", "x\n");
    await bench.write("slow.txt", "x\n");
    const stop = () => hook("stop", { session_id: "quick" });
    expect(await stop()).toBe("");
    const { task } = await until(async () => (await titled("quick")) ?? null);
    const said = await until(async () => {
      const { round } = await stage.json(["task", "show", task], asPerson);
      const isAnswered = (round?.requirements ?? []).some(
        ({ id, verdicts }: { id: string; verdicts: unknown[] }) =>
          id === "check:quick" && verdicts.length > 0,
      );
      return isAnswered ? JSON.parse(await stop()) : null;
    });
    expect(said.decision).toBe("block");
    expect(said.reason).toMatch(
      /^test ! -e quick\.txt [^\n]* fails\. Fix and stop again, or stop now: /,
    );
    expect(said.reason).toContain("```text\n11\n12\n");
    expect(said.reason).toMatch(/\n30\n```$/);
    expect(await stop()).toBe("");
    await stage.run(["task", "cancel", task, "--reason", "seen"], asPerson);
    await bench.git("clean", "--quiet", "-f");
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
  it("loads one small file and one large one for a hook, besides the one that it begins with", async () => {
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
    const names = new Set(loaded.map((url) => url.replace(`${own}/`, "")));
    expect([...names]).toEqual(["main.mjs", "start-hook.mjs", "hook.mjs"]);
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
