import {
  createField,
  EMPTY_DRAFT,
  parseChange,
  readPercent,
  restoreReadLines,
  toReadMarks,
} from "@countersign/review";
import { describe, expect, it } from "vitest";
import { digestLine } from "../../packages/tui/src/session/own-reading.ts";
import type { Lab } from "../../packages/tui/src/testing/open-lab.ts";
import { createMarkSaver } from "../../packages/web/src/data/mark-saver.ts";
import { digestReadLine } from "../../packages/web/src/diff/digest-line.ts";
import { createDraftSaver } from "../../packages/web/src/pages/task/draft-saver.ts";
import { openReadingLab, soon, soonIn } from "./reading-lab.ts";

const lab = await openReadingLab();
const { commit, submit, merge, openDiff, line } = lab;

/** A change that another surface makes is visible within this time. */
const LIVE_MS = 2_000;
const LINES = ["one", "two", "three", "four", "five", "six"];
const textOf = (lines: readonly string[]): string => lines.map((one) => `${one}\n`).join("");

let tasks = 0;
async function newTask(): Promise<{ task: string; path: string; branch: string }> {
  tasks += 1;
  const path = `work/list-${tasks}.txt`;
  const branch = `work-${tasks}`;
  await commit(branch, "main", { [path]: textOf(LINES) });
  return { task: await submit(branch), path, branch };
}

const share = (terminal: Lab): string => /read \d+%/.exec(terminal.screen())?.[0] ?? "";
const feedback = (terminal: Lab, task: string): string =>
  terminal.model().drafts.get(task)?.feedback.text ?? "";
const draft = (text: string) => ({ ...EMPTY_DRAFT, feedback: createField(text) });
const QUIET = {
  onChange: () => undefined,
  onSaved: () => undefined,
  onJoined: () => undefined,
  onFailed: () => undefined,
};

describe("a terminal and a browser of one person", () => {
  it("show a line that was read in the other one within two seconds, and one that is unread again", async () => {
    const { task, path } = await newTask();
    const web = line().client;
    const terminal = await openDiff(task, line().client);
    const save = createMarkSaver(web, task);
    const half = LINES.slice(0, 3).map((one) => digestReadLine(`+${one}`));
    save({ read: [{ path, lines: half }], unread: [] });
    expect(await soon(() => share(terminal) === "read 50%")).toBeLessThan(LIVE_MS);
    save({ read: [], unread: [{ path, lines: half.slice(0, 1) }] });
    expect(await soon(() => share(terminal) === "read 33%")).toBeLessThan(LIVE_MS);

    const end = new AbortController();
    const told: string[] = [];
    const stream = web.heads("now", end.signal, {
      onLink: () => told.push("open"),
      onOwn: ({ what }) => told.push(what),
    });
    const following = stream.next();
    await soon(() => told.includes("open"));
    await terminal.press("v");
    expect(await soon(() => told.includes("read"))).toBeLessThan(LIVE_MS);
    const { files } = await web.listReadLines({ task });
    expect(files.map((file) => [file.path, file.lines.length])).toEqual([[path, LINES.length]]);
    end.abort();
    await following;
  });

  it("show feedback that was begun in the other one within two seconds", async () => {
    const { task } = await newTask();
    const web = line().client;
    const terminal = await openDiff(task, line().client);
    createDraftSaver(web, task, QUIET).save(draft("Use a queue"));
    expect(await soon(() => feedback(terminal, task) === "Use a queue")).toBeLessThan(LIVE_MS);
    await terminal.press("Esc", "c", ..."Add a test", "Enter");
    const both = "Use a queue\n\nAdd a test";
    const stored = async () => (await web.readDraft({ task })).draft?.feedback;
    expect(await soon(async () => (await stored()) === both)).toBeLessThan(LIVE_MS);
  });

  it("keep both texts where both have changed the feedback", async () => {
    const { task } = await newTask();
    const far = line();
    const web = line().client;
    const terminal = await openDiff(task, far.client);
    far.cut();
    await terminal.press("Esc", "c", ..."from the terminal", "Enter");
    const joined: string[] = [];
    const saver = createDraftSaver(web, task, { ...QUIET, onJoined: () => joined.push("web") });
    saver.save(draft("from the browser"));
    await soon(async () => (await web.readDraft({ task })).version === 1);
    far.mend();
    const both = "from the browser\n\nfrom the terminal";
    await soonIn(terminal, async () => (await web.readDraft({ task })).draft?.feedback === both);
    expect(feedback(terminal, task)).toBe(both);
    expect(terminal.screen()).toContain("it has both texts");

    saver.save(draft("from the browser, later"));
    await soonIn(terminal, () => joined.length === 1);
    await soonIn(terminal, () => feedback(terminal, task).includes("browser, later"));
    expect(feedback(terminal, task)).toContain("from the terminal");
  });

  it("forget feedback that the other one has sent", async () => {
    const { task } = await newTask();
    const web = line().client;
    const terminal = await openDiff(task, line().client);
    createDraftSaver(web, task, QUIET).save(draft("Use a queue"));
    await soonIn(terminal, () => feedback(terminal, task) === "Use a queue");
    const { round } = await web.showTask({ task });
    const shown = { round: round?.number ?? null, tree: round?.content.tree ?? null };
    const body = { customFeedback: "Use a queue", ...shown };
    await web.redo({ task, body });
    await soonIn(terminal, () => terminal.model().data.views.get(task)?.state === "rework");
    await terminal.press("Esc", "c", ..."Again", "Enter");
    await soonIn(terminal, async () => (await web.readDraft({ task })).draft?.feedback === "Again");
  });
});

describe("a terminal without a connection", () => {
  it("loses no mark and no feedback, and sends them when the engine is back", async () => {
    const { task, path } = await newTask();
    const far = line();
    const terminal = await openDiff(task, far.client);
    far.cut();
    await terminal.press("v");
    await terminal.press("Esc", "c", ..."Add a test", "Enter");
    await soonIn(terminal, () => terminal.kept.at(-1)?.drafts.length === 1);
    expect(terminal.kept.at(-1)?.drafts[0]?.draft?.feedback).toBe("Add a test");
    const near = line().client;
    expect((await near.readDraft({ task })).version).toBe(0);
    far.mend();
    await soonIn(terminal, async () => (await near.readDraft({ task })).version === 1);
    await soonIn(terminal, async () => (await near.listReadLines({ task })).files.length === 1);
    expect((await near.listReadLines({ task })).files[0]?.path).toBe(path);
    await soonIn(terminal, () => terminal.kept.at(-1)?.drafts.length === 0);
    expect(terminal.kept.at(-1)).toEqual({ drafts: [], marks: [] });
  });

  it("hands what it could not send to the next session", async () => {
    const { task } = await newTask();
    const far = line();
    const near = line().client;
    const terminal = await openDiff(task, far.client);
    far.cut();
    await terminal.press("v");
    await terminal.press("Esc", "c", ..."Add a test", "Enter");
    await terminal.finish();
    await near.saveDraft({ task, body: { draft: { feedback: "Use a queue" } } });
    const next = await openDiff(task, near, terminal.kept.at(-1));
    const both = "Use a queue\n\nAdd a test";
    await soonIn(next, async () => (await near.readDraft({ task })).draft?.feedback === both);
    expect(share(next)).toBe("read 100%");
    await soonIn(next, () => next.kept.length > 0);
    expect(next.kept.at(-1)).toEqual({ drafts: [], marks: [] });
  });
});

describe("the lines that a person has read", () => {
  /** Counts the unread lines of a task, as the terminal and as the browser do it. */
  async function unread(task: string): Promise<readonly number[]> {
    const { client } = line();
    const view = await client.showTask({ task });
    const change = parseChange(await client.showDiff({ task }));
    const marks = toReadMarks(await client.listReadLines({ task }));
    const all = change.files.reduce((sum, { added, removed }) => sum + added + removed, 0);
    return [digestLine, digestReadLine].map((digest) => {
      const read = restoreReadLines(new Map(), marks, change, digest);
      if (readPercent(read, view, change) === 100) return 0;
      return all - [...read.values()].reduce((sum, { size }) => sum + size, 0);
    });
  }

  it("stay read after a rebase, and only lines that changed are unread", async () => {
    const { task, path, branch } = await newTask();
    const terminal = await openDiff(task, line().client);
    expect(await unread(task)).toEqual([LINES.length, LINES.length]);
    await terminal.press("v");
    await soon(async () => (await unread(task))[0] === 0);
    expect(await unread(task)).toEqual([0, 0]);

    await commit("moved", "main", { "work/other.txt": "moved\n" });
    await merge(await submit("moved"));
    await commit(branch, "main", { [path]: textOf(LINES) });
    await submit(branch, task);
    expect(await unread(task)).toEqual([0, 0]);

    const changed = LINES.map((one, at) => (at % 2 === 0 ? `${one} again` : one));
    await commit(branch, "main", { [path]: textOf(changed) });
    await submit(branch, task);
    expect(await unread(task)).toEqual([3, 3]);
    await soon(() => share(terminal) === "read 50%");
  });
});
