import type { AuditEntryLine } from "@countersign/api";
import { afterEach, expect, it } from "vitest";
import { frontPanel } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { type Lab, openLab } from "../../testing/open-lab.ts";

let lab: Lab;
afterEach(() => lab.close());

const entry = (seq: number, by: string, what: string): AuditEntryLine => ({
  task: "ch-abc1",
  seq,
  atMs: seq,
  by,
  what,
  detail: null,
  hash: "",
  seal: null,
  role: null,
  credential: null,
});

const ENTRIES = [
  entry(4, "engine", "check_failed"),
  entry(3, "agent-1", "submitted"),
  entry(2, "you-on-tour", "approved"),
  entry(1, "engine", "planned"),
];

async function open(items = ENTRIES): Promise<void> {
  lab = await openLab({
    engine: (engine) => ({
      ...engine,
      listAuditEntries: async () => ({
        items: [...items],
        next: null,
      }),
    }),
  });
  await lab.press("L");
}

const shown = (): number => lab.lines().filter((line) => line.includes("ch-abc1")).length;

it.each([
  ["1", 4, "filter: all"],
  ["2", 1, "filter: mine"],
  ["3", 1, "filter: decisions"],
  ["4", 1, "filter: agents"],
  ["5", 1, "filter: errors"],
])("%s shows %i entries and says so", async (key, count, says) => {
  await open();
  await lab.press(key);
  expect(shown()).toBe(count);
  expect(lab.screen()).toContain(says);
});

it("f goes back to the newest, and Enter opens the task", async () => {
  await open();
  await lab.press("j", "j", "f");
  expect(frontFrame(lab.model().stack).at).toBe(0);
  await lab.press("Enter");
  expect(frontPanel(lab.model())).toBe("single");
});

it("tells what happened in the engine's words, and of which task", async () => {
  const detail = "typecheck on check:typecheck: concerns";
  await open([{ ...entry(6, "typecheck", "verdict_recorded"), detail }]);
  expect(lab.screen()).toContain(`${detail}  (Add user authentication)`);
  expect(lab.screen()).not.toContain("verdict recorded");
});

it("shows what was changed of the organisation, and opens no task for it", async () => {
  const released = { ...entry(5, "ana", "repository_released"), task: "@organisation" };
  await open([{ ...released, detail: "repo: shop, reason: It looked harmless" }, ...ENTRIES]);
  expect(lab.screen()).toContain("repository released  repo: shop, reason: It looked");
  await lab.press("Enter");
  expect(frontPanel(lab.model())).toBe("activity");
  expect(lab.screen()).toContain("About the organisation, not a task");
});
