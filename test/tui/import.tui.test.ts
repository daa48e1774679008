import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Client, createClient } from "@countersign/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { digestLine } from "../../packages/tui/src/session/own-reading.ts";
import { type OpenTerminal, openTerminal } from "../../packages/tui/src/testing/open-terminal.ts";

let stage: Stage;
let client: Client;
let task: string;
let terminal: OpenTerminal | undefined;

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("README.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "configuration");
  await bench.confirmPolicy();
  task = await stage.submit("agent/one", "one.js", "export const one = 1;\n");
  const { url } = JSON.parse(await readFile(join(bench.data, "engine.json"), "utf8"));
  client = createClient({ baseUrl: url, token: await bench.humanToken() });
});
afterEach(async () => {
  await terminal?.close();
  terminal = undefined;
});
afterAll(async () => {
  await stage?.bench.close();
});

function open(): OpenTerminal {
  const { program, repository: cwd, env } = stage.bench;
  const command = process.execPath;
  terminal = openTerminal({ command, args: [program], cwd, env, columns: 160, rows: 40 });
  return terminal;
}

const LONGEST_MS = 60_000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LONGEST_MS; Date.now() < end; await pause(50))
    if (await isSo()) return;
  throw new Error(`It never was so: ${isSo}`);
}

const write = (name: string, text: string): Promise<void> =>
  writeFile(join(stage.bench.data, name), text);

async function localFiles(): Promise<string[]> {
  const names = await readdir(stage.bench.data);
  return names.filter((name) => /^(?:feedback-drafts|read-marks|unsent-reading)/.test(name));
}

const marked = async (): Promise<string[]> =>
  (await client.listReadLines({ task })).files.flatMap(({ lines }) => lines);

describe("drafts and read marks of an earlier release", () => {
  it("are on the engine after the first start, and the second start imports nothing", async () => {
    const draft = { issues: [], feedback: { text: "Use a queue" }, option: "keep" };
    const stored = { ...draft, priority: "same", comments: [], findings: [] };
    const mark = digestLine("+export const one = 1;");
    await write("feedback-drafts.json", JSON.stringify({ [task]: stored }));
    await write("read-marks.json", JSON.stringify({ [`${task} one.js`]: [mark] }));
    const first = open();
    await first.until("REVIEW PENDING");
    await until(async () => (await localFiles()).length === 0);
    expect((await client.readDraft({ task })).draft?.feedback).toBe("Use a queue");
    expect(await marked()).toEqual([mark]);
    await first.press("Ctrl+C");
    await first.ended;
    await first.close();

    await client.markReadLines({ task, body: { unread: [{ path: "one.js", lines: [mark] }] } });
    await client.saveDraft({ task, body: { draft: null } });
    const second = open();
    await second.until("REVIEW PENDING");
    await second.press("R", "Enter");
    await second.until("REVIEW TASK");
    await second.press("Ctrl+C");
    await second.ended;
    expect((await client.readDraft({ task })).draft).toBeNull();
    expect(await marked()).toEqual([]);
    expect(await localFiles()).toEqual([]);
  });

  it("are kept and named on the screen where they are invalid", async () => {
    await write("read-marks.json", "{half");
    const screen = open();
    await screen.until("is invalid and was not imported");
    const [name = ""] = await localFiles();
    expect(name).toMatch(/^read-marks\.json\.\d+\.invalid$/);
    expect(await readFile(join(stage.bench.data, name), "utf8")).toBe("{half");
  });
});
