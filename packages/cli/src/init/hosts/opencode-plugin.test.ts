import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launcherScript } from "../../launcher/launcher-script.ts";
import { opencodePlugin } from "./opencode-plugin.ts";

/** Stands for our own program: notes what it was told, and answers like a hook. */
const PROGRAM = `
import { appendFileSync } from "node:fs";
let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  const [, , ...words] = process.argv;
  appendFileSync(new URL("seen.jsonl", import.meta.url), JSON.stringify([words, JSON.parse(text)]) + "\\n");
  const event = words[2];
  if (event === "session-created")
    console.log(JSON.stringify({ hookSpecificOutput: { additionalContext: "work came back" } }));
  if (event === "chat-message" && text.includes("news"))
    console.log(JSON.stringify({ hookSpecificOutput: { additionalContext: "there is news" } }));
  if (event === "session-idle") console.log(JSON.stringify({ decision: "block", reason: "not yet" }));
});
`;

type Plugin = {
  event(given: { event: object }): Promise<void>;
  "tool.execute.after"(given: object): Promise<void>;
  "chat.message"(given: object, output: { parts: { type: string; text: string }[] }): Promise<void>;
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-opencode-"));
  await writeFile(join(folder, "program.mjs"), PROGRAM);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The plugin as OpenCode would load it, and what it said in the session. */
async function loaded(program: string) {
  const path = join(folder, `plugin-${Math.random()}.mjs`);
  const launcher = join(folder, `${program}.sh`);
  const started = { node: process.execPath, program: join(folder, program) };
  await writeFile(launcher, launcherScript(folder, started), { mode: 0o755 });
  await writeFile(path, opencodePlugin(launcher));
  const { Countersign } = await import(path);
  const said: object[] = [];
  const prompt = async (given: object) => {
    said.push(given);
  };
  const assistant = { info: { role: "assistant" }, parts: [{ type: "text", text: "I wrote it." }] };
  const messages = async () => ({ data: [assistant, { info: { role: "user" }, parts: [] }] });
  const session = { prompt, messages };
  const plugin: Plugin = await Countersign({ client: { session }, directory: "/shop" });
  return { plugin, said };
}

const created = { type: "session.created", properties: { info: { id: "ses_1" } } };
const ses = { sessionID: "ses_1" };
const idle = { type: "session.idle", properties: { sessionID: "ses_1" } };

const STOPPED = { session_id: "ses_1", cwd: "/shop", last_assistant_message: "I wrote it." };

describe("the plugin for OpenCode", () => {
  it("tells our program of each event, and the session what it answers", async () => {
    const { plugin, said } = await loaded("program.mjs");
    await plugin.event({ event: created });
    await plugin["chat.message"](ses, { parts: [{ type: "text", text: '"Write a greeting"' }] });
    await plugin["chat.message"](ses, { parts: [{ type: "text", text: "work came back" }] });
    await plugin["tool.execute.after"]({ tool: "edit", sessionID: "ses_1" });
    await plugin["tool.execute.after"]({ tool: "read", sessionID: "ses_1" });
    await plugin.event({ event: { type: "file.edited", properties: {} } });
    await plugin.event({ event: idle });
    const seen = (await readFile(join(folder, "seen.jsonl"), "utf8")).trim().split("\n");
    expect(seen.map((line) => JSON.parse(line))).toEqual([
      [["hook", "opencode", "session-created", "user"], { session_id: "ses_1", cwd: "/shop" }],
      [
        ["hook", "opencode", "chat-message", "user"],
        { session_id: "ses_1", cwd: "/shop", prompt: "Write a greeting" },
      ],
      [
        ["hook", "opencode", "tool-after", "user"],
        { session_id: "ses_1", cwd: "/shop", tool_name: "edit" },
      ],
      [["hook", "opencode", "session-idle", "user"], { ...STOPPED, stop_hook_active: false }],
    ]);
    const path = { id: "ses_1" };
    expect(said).toEqual([
      { path, body: { noReply: true, parts: [{ type: "text", text: "work came back" }] } },
      { path, body: { noReply: false, parts: [{ type: "text", text: "not yet" }] } },
    ]);
  });

  it("adds what our program answers to what the person asks", async () => {
    const { plugin } = await loaded("program.mjs");
    const parts = [{ type: "text", text: "Is there news?" }];
    await plugin["chat.message"](ses, { parts });
    expect(parts).toEqual([{ type: "text", text: "Is there news?\n\nthere is news" }]);
  });

  it("changes nothing when our program is gone", async () => {
    const { plugin, said } = await loaded("gone.mjs");
    await plugin.event({ event: created });
    await plugin.event({ event: idle });
    expect(said).toEqual([]);
  });

  it("says whether the session goes on only because it was kept from stopping", async () => {
    const { plugin } = await loaded("program.mjs");
    await plugin.event({ event: idle });
    await plugin["chat.message"](ses, { parts: [{ type: "text", text: "not yet" }] });
    await plugin.event({ event: idle });
    await plugin["chat.message"](ses, { parts: [{ type: "text", text: "Something else" }] });
    await plugin.event({ event: idle });
    const seen = (await readFile(join(folder, "seen.jsonl"), "utf8")).trim().split("\n");
    const stops = seen
      .map((line) => JSON.parse(line))
      .filter(([words]) => words[2] === "session-idle");
    expect(stops.slice(-3).map(([, input]) => input.stop_hook_active)).toEqual([
      false,
      true,
      false,
    ]);
  });
});
