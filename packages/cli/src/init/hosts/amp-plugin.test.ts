import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launcherScript } from "../../launcher/launcher-script.ts";
import { ampPlugin } from "./amp-plugin.ts";

/** Stands for our own program: notes what it was told, and answers like a hook. */
const PROGRAM = `
import { appendFileSync } from "node:fs";
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  const [, , ...words] = process.argv;
  appendFileSync(new URL("seen.jsonl", import.meta.url), JSON.stringify([words, JSON.parse(text)]) + "\\n");
  if (words[2] === "agent-start" && text.includes("news"))
    console.log(JSON.stringify({ hookSpecificOutput: { additionalContext: "work came back" } }));
  if (words[2] === "agent-end" && !text.includes('"stop_hook_active":true'))
    console.log(JSON.stringify({ decision: "block", reason: "take the next task" }));
});
`;

type Handler = (event: object) => Promise<unknown>;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-amp-"));
  await writeFile(join(folder, "program.mjs"), PROGRAM);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Loads the plugin as Amp does; answers with what it does at an event. */
async function loadPlugin(
  program: string,
): Promise<(name: string, event: object) => Promise<unknown>> {
  const path = join(folder, `plugin-${Math.random()}.mjs`);
  const launcher = join(folder, `${program}.sh`);
  const started = { node: process.execPath, program: join(folder, program) };
  await writeFile(launcher, launcherScript(folder, started), { mode: 0o755 });
  await writeFile(path, ampPlugin(launcher));
  const handlers = new Map<string, Handler>();
  const { default: start } = await import(path);
  start({
    system: { workspaceRoot: "file:///shop" },
    helpers: { filePathFromURI: (uri: string) => new URL(uri).pathname },
    on: (name: string, handler: Handler) => handlers.set(name, handler),
  });
  return async (name, event) => await handlers.get(name)?.({ thread: { id: "T-1" }, ...event });
}

const DONE = {
  status: "done",
  messages: [
    { role: "user", content: [{ type: "text", text: "Write it." }] },
    { role: "assistant", content: [{ type: "thinking", thinking: "…" }] },
    { role: "assistant", content: [{ type: "text", text: "I wrote it." }] },
  ],
};

describe("the plugin for Amp", () => {
  it("tells our program of each event, and Amp what it answers", async () => {
    const send = await loadPlugin("program.mjs");

    expect(await send("session.start", {})).toBeUndefined();
    expect(await send("agent.start", { message: "any news?" })).toEqual({
      message: { content: "work came back" },
    });
    expect(await send("agent.end", DONE)).toEqual({
      action: "continue",
      userMessage: "take the next task",
    });
    expect(await send("agent.start", { message: "take the next task" })).toEqual({});
    expect(await send("agent.end", DONE)).toBeUndefined();

    const seen = (await readFile(join(folder, "seen.jsonl"), "utf8")).trimEnd().split("\n");
    const about = { session_id: "T-1", cwd: "/shop" };
    const last_assistant_message = "I wrote it.";
    expect(seen.map((line) => JSON.parse(line))).toEqual([
      [["hook", "amp", "session-start", "user"], about],
      [["hook", "amp", "agent-start", "user"], { ...about, prompt: "any news?" }],
      [
        ["hook", "amp", "agent-end", "user"],
        { ...about, last_assistant_message, stop_hook_active: false },
      ],
      [
        ["hook", "amp", "agent-end", "user"],
        { ...about, last_assistant_message, stop_hook_active: true },
      ],
    ]);
  });

  it("submits nothing at the end of a turn that was cancelled", async () => {
    const send = await loadPlugin("program.mjs");
    await rm(join(folder, "seen.jsonl"), { force: true });

    expect(await send("agent.end", { ...DONE, status: "cancelled" })).toBeUndefined();
    await expect(readFile(join(folder, "seen.jsonl"))).rejects.toThrow("ENOENT");
  });

  it("changes nothing without our program", async () => {
    const send = await loadPlugin("gone.mjs");

    expect(await send("agent.start", { message: "any news?" })).toEqual({});
    expect(await send("agent.end", DONE)).toBeUndefined();
  });
});
