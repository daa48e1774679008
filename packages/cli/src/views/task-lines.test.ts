import { TaskLine } from "@countersign/api";
import { expect, it } from "vitest";
import { createStyle } from "../output/style.ts";
import { taskLinesText } from "./task-lines.ts";

const STYLE = createStyle({ color: "never", ascii: false, env: {}, stream: {} });

function line(task: string, repo: string): TaskLine {
  return TaskLine.parse({
    task,
    seq: 1,
    title: `Title ${task}`,
    repo,
    state: "reviewing",
    turn: { holder: "person", who: "ana" },
    gate: "pass",
    priority: "P2",
    location: null,
    updatedMs: Date.now(),
  });
}

const rows = (...given: Parameters<typeof taskLinesText>) => taskLinesText(...given).split("\n");

it("names the repository of each task where there are several", () => {
  const [head, one, two] = rows([line("cs-1", "ledger"), line("cs-2", "website")], STYLE, {
    me: "ana",
  });
  expect(head).toMatch(/ repository +title$/);
  expect(one).toMatch(/ ledger +Title cs-1$/);
  expect(two).toMatch(/ website +Title cs-2$/);
});

it("names it for the tasks of one repository only where it is asked to", () => {
  const lines = [line("cs-1", "ledger")];
  expect(taskLinesText(lines, STYLE, { me: "ana" })).not.toContain("ledger");
  expect(rows(lines, STYLE, { me: "ana", withRepo: true })[1]).toMatch(/ ledger +Title cs-1$/);
});
