import { afterEach, describe, expect, it } from "vitest";
import { frontPanel } from "../model/panel-state.ts";
import { frontFrame } from "../model/stack.ts";
import { diffState } from "../panels/diff/diff-state.ts";
import { type Lab, type LabSettings, openLab } from "../testing/open-lab.ts";
import { READ_READY } from "../testing/read-ready.ts";

let lab: Lab;
afterEach(() => lab.close());

async function open(settings: LabSettings, ...keys: readonly string[]): Promise<void> {
  lab = await openLab(settings);
  await lab.press(...keys);
}

const WIDE = { size: { columns: 120, rows: 40 } };
const SMALL = { size: { columns: 80, rows: 24 } };

describe("a board without tasks", () => {
  it.each([
    ["d", "worktree"],
    ["b", "branch"],
    ["t", "tour"],
  ])("%s leaves for the %s", async (key, next) => {
    await open({ samples: [] }, key);
    expect([lab.left(), lab.model().next]).toEqual([true, next]);
  });

  it("says which keys it has", async () => {
    await open({ ...SMALL, samples: [] });
    for (const text of [
      "[d]  check your uncommitted changes",
      "[b]  check this branch against its target",
      "[t]  take the tour",
    ])
      expect(lab.screen()).toContain(text);
  });

  it("is not left by the same keys where there are tasks", async () => {
    await open({}, "d");
    expect([lab.left(), lab.model().next]).toEqual([false, null]);
    expect(lab.screen()).toContain("countersign gate check --worktree");
    await lab.press("b");
    expect(lab.left()).toBe(false);
  });
});

describe("E in the activity", () => {
  it("writes what is shown, of that kind and with those words, into the file that is named", async () => {
    await open({}, "R", ...READ_READY, "A", "2", "X", "Enter", "Esc", "Esc", "L", "E");
    expect(lab.screen()).toContain("Export to: ~/countersign-activity-2026-11-14.jsonl");
    await lab.press("Ctrl+U", ..."/tmp/log.jsonl", "Enter");
    const [file] = lab.written;
    expect(file?.path).toBe("/tmp/log.jsonl");
    const entries = file?.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toEqual(lab.model().data.activity);
    expect(entries?.length).toBeGreaterThan(2);
    expect(lab.screen()).toContain(`${entries?.length} entries in /tmp/log.jsonl`);
    await lab.press("/", ..."rejected", "Enter", "E", "Enter");
    expect(lab.written[1]?.text.trimEnd().split("\n")).toHaveLength(1);
  });

  it("says so where nothing could be written, and writes nothing without a name", async () => {
    await open({
      writes: () => {
        throw new Error("it is there already");
      },
    });
    await lab.press("L", "E", "Enter");
    expect(lab.screen()).toContain("Nothing was written: it is there already");
    await lab.press("E", "Ctrl+U", "Enter");
    expect(lab.screen()).toContain("Nothing was written: name a file.");
  });
});

describe("o in the change", () => {
  it("orders the files by finding, path and size, and stays on its line", async () => {
    await open(WIDE, "R", "Enter", "D", "J", "j", "j");
    const names = (): string[] =>
      lab.lines().flatMap((line) => /^│ [ ✓▸] (\S+\.ts) /u.exec(line)?.[1] ?? []);
    const line = (): string =>
      lab
        .lines()
        .find((one) => one.includes("▌"))
        ?.slice(28) ?? "";
    const before = line();
    expect(names()).toEqual(["login.ts", "logout.ts", "index.ts", "auth.test.ts"]);
    await lab.press("o", "o");
    expect(lab.screen()).toContain("FILES  by size");
    expect(names()).toEqual(["login.ts", "auth.test.ts", "logout.ts", "index.ts"]);
    expect(line()).toBe(before);
    await lab.press("o");
    expect(lab.screen()).toContain("FILES  by findings");
  });
});

describe("c on a task", () => {
  it("writes into the feedback that is sent with a redo", async () => {
    await open({}, "R", "3", "c", ..."first", "Enter", "c", ..."second", "Enter");
    expect(lab.screen()).toContain("It is in the feedback that you have begun: [R] shows it.");
    await lab.press("c", "Enter", "c", "x", "Esc", "R", "Enter");
    expect(lab.calls[0]?.given).toMatchObject({ body: { customFeedback: "first\n\nsecond" } });
  });
});

describe("y", () => {
  it("copies the id of a task, and the place in a change", async () => {
    await open({}, "R", "Enter", "y", "D", "y", "j", "j", "y");
    expect(lab.copied).toEqual(["ch-abc1", "src/auth/login.ts", "src/auth/login.ts:2"]);
  });
});

describe("Tab", () => {
  it("goes to the list of files and back; there j and k go from file to file", async () => {
    await open(WIDE, "R", "Enter", "D", "Tab", "j", "j");
    expect(lab.screen()).toContain("[FILES]");
    expect(lab.screen()).toContain("file 3/4");
    await lab.press("G", "k", "Enter");
    expect(lab.screen()).not.toContain("[FILES]");
    expect(lab.screen()).toContain("file 3/4");
    const { at } = diffState.of(lab.model());
    await lab.press("j");
    expect(diffState.of(lab.model()).at).toBe(at + 1);
    await lab.press("Shift+Tab", "Shift+Tab", "k");
    expect(diffState.of(lab.model()).at).toBe(at);
  });

  it("says where the list of files would be", async () => {
    await open(SMALL, "R", "Enter", "D", "Tab");
    expect(lab.screen()).toContain("The list of files needs 110 columns.");
    expect(frontFrame(lab.model().stack).pane).toBe(0);
  });

  it("moves the context beside a task, or goes to where it lies below", async () => {
    await open({ size: { columns: 120, rows: 30 } }, "R", "Enter", "Tab");
    expect(lab.screen()).toContain("[CONTEXT]");
    await lab.press("j", "j");
    expect([frontFrame(lab.model().stack).at, lab.model().review.scroll]).toEqual([2, 0]);
    lab.close();
    await open(SMALL, "R", "Enter", "Tab");
    expect(lab.screen()).toContain("Why it is your turn");
    await lab.press("Tab");
    expect(lab.screen()).toContain("Task: Add user authentication");
  });

  it("goes from section to section in Why", async () => {
    await open(SMALL, "R", "Enter", "W", "Tab");
    expect(lab.screen()).toContain("│ [Why this gate]");
    await lab.press("Tab");
    expect(lab.screen()).toContain("│ [What happened]");
    await lab.press("Shift+Tab");
    expect(lab.screen()).toContain("│ [Why this gate]");
    expect(frontPanel(lab.model())).toBe("why");
  });
});

describe("t in Why", () => {
  it("tells what each mode would make of the task, and changes nothing", async () => {
    await open(SMALL, "R", "2", "W", "t");
    expect(lab.screen()).toContain("TRY A MODE  ch-abc2");
    expect(lab.screen()).toContain("per-task    reviewing, turn: you, waits for layer:owner");
    expect(lab.screen()).toContain("auto        approved");
    expect(lab.calls).toEqual([]);
    await lab.press("m", "Esc", "Esc", "Esc");
    expect(frontPanel(lab.model())).toBe("task");
  });

  it("is asked again when the task has changed", async () => {
    await open(SMALL, "R", "3", "W", "t", "m", "g", "Enter");
    expect(lab.calls.map(({ name }) => name)).toEqual(["changeMode"]);
    expect(lab.screen()).toMatch(/per-task +reviewing.*\n.*it is so now/);
  });

  it("says why a mode cannot be asked for, and which one would hold", async () => {
    const turn = { holder: "person" as const, who: "ana" };
    const one = { state: "reviewing" as const, turn, waitsFor: [] };
    await open(
      {
        ...SMALL,
        engine: (engine) => ({
          ...engine,
          tryModes: async ({ task }) => ({
            task,
            items: [
              { ...one, mode: "auto", refused: null, becomes: "per-task" },
              { ...one, mode: "skip", refused: "not yours", becomes: null },
            ],
          }),
        }),
      },
      ...["R", "1", "W", "t"],
    );
    expect(lab.screen()).toContain("auto        stays per-task; reviewing, turn: ana");
    expect(lab.screen()).toContain("skip        cannot be asked for: not yours");
  });
});

describe("V and c in the change", () => {
  it("comment on a range of lines, which is marked, kept and sent with both ends", async () => {
    await open(SMALL, "R", "Enter", "D", "J", "j", "j", "V", "j", "j", "j");
    expect(lab.lines().filter((line) => line.startsWith("│▌"))).toHaveLength(4);
    await lab.press("c", ..."one thing", "Enter");
    expect(lab.screen()).toContain("you, draft, not sent  lines 2 to 4");
    expect(lab.lines().filter((line) => line.startsWith("│┃"))).toHaveLength(3);
    expect(diffState.of(lab.model()).range).toBeNull();
    const [comment] = lab.model().drafts.get("ch-abc1")?.comments ?? [];
    expect(comment).toMatchObject({ path: "src/auth/logout.ts", line: 2, endLine: 4 });
    await lab.press("R", "Enter");
    const sent = JSON.stringify(lab.calls[0]?.given);
    expect(sent).toContain("src/auth/logout.ts:2-4\\n> ");
    expect(sent).toContain("\\none thing");
  });

  it("forget the range with V, with Esc, and in another file", async () => {
    await open(SMALL, "R", "Enter", "D", "j", "V", "j", "V");
    expect(lab.screen()).toContain("No range any more.");
    await lab.press("V", "Esc");
    expect([diffState.of(lab.model()).range, frontPanel(lab.model())]).toEqual([null, "diff"]);
    await lab.press("V", "J", "j", "c", "x", "Enter");
    const [comment] = lab.model().drafts.get("ch-abc1")?.comments ?? [];
    expect(comment).toMatchObject({ path: "src/auth/logout.ts", line: 1 });
    expect(comment?.endLine).toBeUndefined();
  });

  it("take a range that was marked from its end to its beginning", async () => {
    await open(SMALL, "R", "Enter", "D", "j", "j", "j", "V", "k", "k", "c", "x", "Enter");
    const [comment] = lab.model().drafts.get("ch-abc1")?.comments ?? [];
    expect(comment).toMatchObject({ line: 1, endLine: 3 });
  });
});
