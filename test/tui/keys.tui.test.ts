import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { SETTLED_MS, walkKeys } from "./walk-keys.ts";

it("decides one task with a double tap, and nothing with a paste", async () => {
  const terminal = await walkKeys([
    ["R", "REVIEW SUMMARY"],
    ["Enter", "[1/5] ch-abc1"],
  ]);
  await pause(SETTLED_MS);
  terminal.write("\u001b[200~AAXRA\r\u001b[201~");
  await terminal.until("looked like a paste");
  await pause(SETTLED_MS);
  terminal.write("AAAAAAAAAA");
  await terminal.until("ignored 10 keys");
  await pause(SETTLED_MS);
  expect(terminal.screen()).toContain("[1/5] ch-abc1");
  // Where the machine is so busy that both taps arrive as one, they count as a paste: then once more.
  for (let tap = 0; tap < 20 && terminal.screen().includes("[1/5]"); tap += 1) {
    terminal.write("A");
    await pause(120);
    terminal.write("A");
    await terminal.quiet(SETTLED_MS);
  }
  expect(terminal.screen()).toContain("[1/4] ch-abc2");
});

describe("every other key", () => {
  it("moves on the board and opens what it shows", async () => {
    await walkKeys([
      ["j", ">ch-abc2"],
      ["Down", ">ch-abc3"],
      ["k", ">ch-abc2"],
      ["Up", ">ch-abc1"],
      ["G", ">ch-abc5"],
      ["g", ">ch-abc1"],
      ["End", ">ch-abc5"],
      ["Home", ">ch-abc1"],
      ["Ctrl+D", />ch-abc[2-5]/],
      ["Ctrl+U", ">ch-abc1"],
      ["Space", />ch-abc[2-5]/],
      ["PgUp", ">ch-abc1"],
      ["PgDn", />ch-abc[2-5]/],
      ["g", ">ch-abc1"],
      ["h", /^(?![\s\S]*>ch-abc)/],
      ["l", ">ch-abc1"],
      ["Left", /^(?![\s\S]*>ch-abc)/],
      ["Right", ">ch-abc1"],
      ["W", "WHY  ch-abc1"],
      ["Esc", ">ch-abc1"],
      ["m", "REVIEW MODE"],
      ["Esc", ">ch-abc1"],
      ["t", "LATER"],
      ["Esc", ">ch-abc1"],
      ["L", "ACTIVITY"],
      ["1", "filter: all"],
      ["2", "filter: mine"],
      ["3", "filter: decisions"],
      ["4", "filter: agents"],
      ["5", "filter: errors"],
      ["f", "filter: errors"],
      ["E", "Export to: ~/countersign-activity-"],
      ["Esc", /^(?![\s\S]*Export to)/],
      ["q", ">ch-abc1"],
      ["d", "countersign gate check --worktree"],
      ["b", "countersign gate check"],
      ["?", "HELP"],
      ["Esc", ">ch-abc1"],
      [":", /^ :/m],
      ["Esc", ">ch-abc1"],
      ["Ctrl+P", /^ :/m],
      ["Esc", ">ch-abc1"],
      ["/", /^ \//m],
      ["o", "found"],
      ["Esc", "Reviewing 5"],
      ["Ctrl+L", ">ch-abc1"],
      ["Enter", "[1/1] ch-abc1"],
      ["q", ">ch-abc1"],
    ]);
  });

  it("plans a sprint, follows it, pauses it, adds to it and stops it", async () => {
    await walkKeys([
      ["S", "Selected: 2 tasks"],
      ["Space", "Selected: 1 task"],
      ["k", "> [ ] ch-abd1"],
      ["a", "Selected: 2 tasks"],
      ["a", "Selected: 0 tasks"],
      ["j", "> [ ] ch-abd2"],
      ["Space", "Selected: 1 task"],
      ["Tab", "● Complete [20] tasks"],
      ["Tab", "● Run for [8] hours"],
      ["+", "Run for [9] hours"],
      ["-", "Run for [8] hours"],
      ["p", "[✓] Pause on any failure"],
      ["Enter", "0/1 tasks"],
      ["Space", "no work begins"],
      ["Space", "running"],
      ["+", "ADD TO THE SPRINT"],
      ["Space", "Selected: 1 task"],
      ["Enter", "0/2 tasks"],
      ["g", /> Next {5}ch-abd1/],
      ["j", /> +ch-abd2/],
      ["m", "REVIEW MODE"],
      ["Esc", /> +ch-abd2/],
      ["W", "WHY  ch-abd2"],
      ["Esc", /> +ch-abd2/],
      ["Enter", "REVIEW TASK"],
      ["Esc", "SPRINT │ 0/2 tasks"],
      ["S", "running"],
      ["R", "REVIEW SUMMARY"],
      ["Esc", "SPRINT │ 0/2 tasks"],
      ["S", "running"],
      ["!", "STOP THE SPRINT"],
      ["Esc", "running"],
      ["!", "STOP THE SPRINT"],
      ["Y", /^(?![\s\S]*SPRINT)/],
    ]);
  });

  it("retries and cancels one reviewer", async () => {
    await walkKeys(
      [
        ["Enter", /> {3}▸ api-reviewer/],
        ["j", /> {3}▸ design-auditor/],
        ["+", "design-auditor is asked again."],
        ["-", /✗ design-auditor +no result/],
        ["k", /> {3}▸ api-reviewer/],
        ["Enter", "REVIEW TASK"],
      ],
      { samples: "at-work", shows: "Reviewing 1" },
    );
  });

  it("orders and jumps in the summary, and puts off", async () => {
    await walkKeys([
      ["R", "order: risk"],
      ["o", "order: oldest"],
      ["o", "order: smallest"],
      ["j", /> ?\d {2}/],
      ["m", "REVIEW MODE"],
      ["j", /> /],
      ["Esc", "REVIEW SUMMARY"],
      ["t", "LATER"],
      ["Enter", "is snoozed"],
      ["W", "WHY"],
      ["Esc", "REVIEW SUMMARY"],
      ["5", "[5/5]"],
    ]);
  });

  it("reads a change", async () => {
    await walkKeys([
      ["R", "REVIEW SUMMARY"],
      ["1", "[1/5] ch-abc1"],
      ["I", "It is the first time you see this task"],
      ["m", "REVIEW MODE"],
      ["Esc", "REVIEW TASK"],
      ["y", "copied ch-abc1"],
      ["Tab", "[CONTEXT]"],
      ["Shift+Tab", /^(?![\s\S]*\[CONTEXT\])/],
      ["c", "Comment on the task:"],
      ["n", "Comment on the task: n"],
      ["Enter", "in the feedback that you have begun"],
      ["D", "file 1/4"],
      ["y", "copied src/auth/login.ts"],
      ["Tab", "[FILES]"],
      ["j", "file 2/4"],
      ["k", "file 1/4"],
      ["Enter", /^(?![\s\S]*\[FILES\])/],
      ["o", "by path"],
      ["o", "by size"],
      ["o", "by findings"],
      ["j", "▌"],
      ["V", "A range from line 1"],
      ["j", "▌"],
      ["c", "Comment:"],
      ["n", "Comment: n"],
      ["Enter", "lines 1 to 2"],
      ["g", "file 1/4"],
      ["}", "▌   ┌ ✎ you, draft"],
      ["}", "▌   ┌ ⚠ warning"],
      ["+", "in the feedback"],
      ["+", "accept into feedback"],
      ["-", "Why is it dismissed?"],
      ["Esc", "accept into feedback"],
      ["{", "▌   ┌ ✎ you, draft"],
      ["{", "This is the first."],
      ["]", "hunk 2/5"],
      ["[", "hunk 1/5"],
      ["J", "file 2/4"],
      ["K", "file 1/4"],
      ["v", "✓ login.ts"],
      ["K", "file 1/4"],
      ["j", "▌"],
      ["c", "Comment:"],
      ["k", "Comment: k"],
      ["Enter", /you, draft, not sent ─/],
      ["J", "file 2/4"],
      ["J", "file 3/4"],
      ["z", /(?:Twenty-five|whole file|too large)/],
      ["s", /▌/],
      ["w", /▌/],
      ["l", /▌/],
      ["h", /▌/],
      ["b", /ROUNDS/],
      ["Esc", "file 3/4"],
      ["/", /^ \//m],
      ["a", /^ \/a/m],
      ["Enter", "file 3/4"],
      ["}", "▌"],
      ["G", "file 4/4"],
      ["g", "file 1/4"],
      ["W", "WHY"],
      ["Tab", "[Why this gate]"],
      ["t", "TRY A MODE  ch-abc1"],
      ["Esc", "WHY"],
      ["Esc", "DIFF"],
      ["N", "DIFF  ch-abc2"],
      ["P", "DIFF  ch-abc1"],
      ["R", "2 comments"],
    ]);
  });

  it("fills in the form and the reason, and takes back", async () => {
    await walkKeys([
      ["R", "REVIEW SUMMARY"],
      ["3", "[3/5] ch-abc3"],
      ["R", "[Quick Issues]"],
      ["2", "[✓] 2."],
      ["Tab", "[Custom Feedback]"],
      ["a", "│ a"],
      ["Ctrl+J", "│ a"],
      ["b", "│ b"],
      ["Alt+Enter", "│ b"],
      ["c", "│ c"],
      ["Tab", "[Redo Options]"],
      ["j", "● Reset to before this task"],
      ["Tab", "[Priority After Redo]"],
      ["Shift+Tab", "[Redo Options]"],
      ["Ctrl+O", "REDO WITH FEEDBACK"],
      ["Enter", "SENT BACK ch-abc3"],
      ["U", "Taken back: ch-abc3"],
      ["Esc", "REVIEW SUMMARY"],
      ["1", "ch-abc1"],
      ["X", "[Reason]"],
      ["n", "[Reason] n"],
      ["Enter", "REJECTED ch-abc1"],
      ["O", "Why go past the gate?"],
      ["Esc", "REVIEW TASK"],
      ["U", "Taken back: ch-abc1"],
    ]);
  });

  it.each([
    ["d", "worktree"],
    ["b", "branch"],
    ["t", "tour"],
  ])("%s leaves a board without tasks for the %s", async (key, next) => {
    const empty = { samples: "empty", shows: "[d]  check your uncommitted changes" };
    const terminal = await walkKeys(
      [
        ["?", "HELP"],
        ["Esc", "Nothing to review."],
      ],
      empty,
    );
    await terminal.press(key);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain(`"next":"${next}"`);
  });

  it("quits with q and with Ctrl+C", async () => {
    const terminal = await walkKeys([["?", "HELP"]]);
    terminal.write("\u0003");
    expect(await terminal.ended).toBe(0);
  });
});
