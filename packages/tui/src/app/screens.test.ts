import { afterEach, describe, expect, it } from "vitest";
import { cellWidth } from "../terminal/measure.ts";
import { writeRows } from "../terminal/write-rows.ts";
import { AT_WORK } from "../testing/at-work.ts";
import { inUtc } from "../testing/in-utc.ts";
import { type Lab, openLab } from "../testing/open-lab.ts";
import { READ_READY } from "../testing/read-ready.ts";
import { selectLook } from "../theme/look.ts";
import { TOUR_SAMPLES } from "../tour/sample-others.ts";
import { SAMPLES, type Sample } from "../tour/sample-tasks.ts";
import { drawScreen } from "./draw-screen.ts";

let lab: Lab;
afterEach(() => lab.close());

inUtc();

const SIZES = [
  [60, 16],
  [80, 24],
  [100, 30],
  [120, 40],
  [200, 60],
] as const;

/** Every screen, and the keys that lead to it. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  board: [],
  summary: ["R"],
  task: ["R", "Enter"],
  "task-held": ["R", "Enter", "A"],
  diff: ["R", "Enter", "D"],
  "diff-finding": ["R", "Enter", "D", "}"],
  redo: ["R", "3", "R", "2", "5", "Tab", ..."The rate limit value (1000) is hardcoded."],
  reject: ["R", "Enter", "X", ..."not now"],
  since: ["R", "3", "D"],
  confirm: ["R", ...READ_READY, "A"],
  rounds: ["R", "3", "D", "b"],
  why: ["R", "Enter", "W"],
  mode: ["R", "Enter", "m"],
  later: ["R", "t"],
  activity: ["R", ...READ_READY, "A", "Esc", "L"],
  help: ["?"],
  filter: ["/", ..."auth"],
  command: [":", ..."rev"],
  planning: ["S", "j", "Space"],
  sprint: ["S", "Enter", "j"],
  stop: ["S", "Enter", "!"],
  reviewers: ["Enter", "j"],
  output: ["R", "3", "o"],
  try: ["R", "Enter", "W", "t"],
  empty: [],
  range: [
    ...["R", "Enter", "D", "J", "j", "j", "V", "j", "c", ..."too wide", "Enter"],
    ...["j", "j", "j", "j", "V", "j"],
  ],
};

/** Those that are about more, or fewer, tasks than the five that wait. */
const SAMPLES_OF: Readonly<Record<string, readonly Sample[]>> = {
  planning: TOUR_SAMPLES,
  sprint: TOUR_SAMPLES,
  stop: TOUR_SAMPLES,
  empty: [],
  reviewers: AT_WORK,
};

const SGR = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-9;]*m`, "gu");

describe.each(SIZES)("at %ix%i", (columns, rows) => {
  it.each(Object.entries(SCREENS))(
    "%s fits, with colour, without, and in ASCII",
    async (name, keys) => {
      const confirmBatch = name === "confirm" ? "always" : "never";
      const samples = SAMPLES_OF[name] ?? SAMPLES;
      lab = await openLab({ size: { columns, rows }, confirmBatch, samples });
      await lab.press(...keys);
      const drawn = drawScreen(lab.model());
      expect(drawn.length).toBeLessThanOrEqual(rows - 1);
      const mono = writeRows(drawn, selectLook("terminal", false, false).theme, false);
      const colour = writeRows(drawn, selectLook("terminal", true, false).theme, false);
      const ascii = writeRows(drawn, selectLook("terminal", false, true).theme, true);
      for (const text of [mono, colour, ascii]) {
        for (const line of text.replaceAll(SGR, "").split("\n")) {
          expect(cellWidth(line)).toBeLessThanOrEqual(columns);
        }
      }
      expect(colour.replaceAll(SGR, "")).toBe(mono.replaceAll(SGR, ""));
      expect(ascii.replaceAll(SGR, "")).toMatch(/^[\n -~]*$/);
      const shown = columns === 200 ? [] : [lab.screen()];
      for (const text of shown) {
        await expect(`${text}\n`).toMatchFileSnapshot(
          `../testing/screens/${name}-${columns}x${rows}.txt`,
        );
      }
    },
  );
});

it("says what it needs where the terminal is too small", async () => {
  lab = await openLab({ size: { columns: 52, rows: 12 } });
  expect(lab.screen()).toContain("needs 60x16, this is 52x12");
});

describe("the panels of the modes document, line for line from 100x30 on", () => {
  it("task review [R-123] [R-173]", async () => {
    lab = await openLab({ size: { columns: 120, rows: 40 } });
    await lab.press("R", "Enter");
    const left = lab.lines().map((line) => line.split("│").slice(1, 4).join("│").trimEnd());
    const body = lab.lines().map((line) => line.slice(1, 73).trimEnd());
    const wanted = [
      "  Task: Add user authentication",
      "  Agent: agent-1 │ Duration: 4m 23s │ Iterations: 2",
      "",
      "  ═══ Changes Summary ═══",
      "  + src/auth/login.ts (new file, 145 lines)                   1 finding",
      "  + src/auth/logout.ts (new file, 32 lines)",
      "  M src/routes/index.ts (+12 lines)",
      "  + tests/auth.test.ts (new file, 89 lines)",
      "",
      "  ═══ Quality Results ═══",
      "  Tests: 12/12 passed ✓",
      "  TypeCheck: No errors ✓",
      "  Lint: No issues ✓",
      "  Knip: No dead code ✓",
      "",
      "  ═══ Agent Signal ═══",
      "  STATUS: DONE",
      '  MESSAGE: "Implemented JWT-based auth with refresh tokens"',
    ];
    const start = body.indexOf(wanted[0] ?? "");
    expect(body.slice(start, start + wanted.length)).toEqual(wanted);
    expect(left.join("\n")).toContain("[1/5] ch-abc1");
    expect(lab.screen()).toContain(
      "[A] Approve   [R] Redo with feedback   [X] Reject   [D] View diff",
    );
    expect(lab.screen()).toContain("[N] Next task [P] Previous task        [Esc] Back to summary");
  });

  it("redo with feedback [R-161] [R-166]", async () => {
    lab = await openLab({ size: { columns: 120, rows: 40 } });
    await lab.press("R", "3", "R", "2", "5");
    const body = lab.lines().map((line) => line.slice(1, 73).trimEnd());
    for (const line of [
      "  Task: Rate limiting",
      "  Previous iterations: 3",
      "  ═══ [Quick Issues] ═══ (press number to toggle)",
      "  [ ] 1. Tests incomplete",
      "  [✓] 2. Code style issues",
      "  [ ] 3. Missing error handling",
      "  [ ] 4. Performance concerns",
      "  [✓] 5. Security issues",
      "  ═══ Custom Feedback ═══",
      "  ═══ Redo Options ═══",
      "  ● Keep current changes (iterate on top)",
      "  ○ Reset to before this task (fresh start)",
      "  ○ Reset to checkpoint",
      "  ═══ Priority After Redo ═══",
      "  ● Same (P1)",
      "  ○ Bump to P0",
      "  ○ Lower to P2",
    ]) {
      expect(body).toContain(line);
    }
    expect(lab.screen()).toContain("[Enter] Submit & Queue Redo   [Esc] Cancel");
  });

  it("review summary [R-172]", async () => {
    lab = await openLab({ size: { columns: 100, rows: 30 } });
    await lab.press("R", ...READ_READY);
    const lines = lab
      .lines()
      .map((line) => line.replaceAll(/[│>]/g, " ").replaceAll(/ +/g, " ").trim());
    for (const line of [
      "REVIEW SUMMARY 5 tasks",
      "# Task ID Title Quality Risk Warn Mode Read",
      "1 ch-abc1 Add user authentication ✓✓✓✓ 7/10 ⚠1 per-task 0%",
      "2 ch-abc2 Fix login bug ✓✓✓✓ 2/10 batch 100%",
      "3 ch-abc3 Rate limiting ✓✓✗✓ 2/10 ⚠1 batch 0%",
      "4 ch-abc4 Update API ✓✓✓✓ 2/10 auto 100%",
      "5 ch-abc5 OAuth integration ✗✗✗✗ 2/10 batch 0%",
      "[A] Approve all auto-approvable (2)",
      "[Enter] Review one by one",
    ]) {
      expect(lines).toContain(line);
    }
  });
});
