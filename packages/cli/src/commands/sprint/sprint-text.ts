import type { SprintTarget, SprintView } from "@countersign/api";
import { countText } from "@countersign/review";
import { columns } from "../../output/columns.ts";
import { display } from "../../output/display.ts";
import type { Result } from "../../output/result.ts";
import type { PaintText, Style } from "../../output/style.ts";
import { timeText } from "../../output/words.ts";

const PAINT: Readonly<Record<SprintView["state"], PaintText>> = {
  running: "good",
  paused: "warn",
  ended: "faint",
};

/** The output of every sprint command: the current state of the sprint. */
export function sprintResult(schema: string, sprint: SprintView): Result {
  return {
    schema,
    data: sprint,
    plain: sprintPlain(sprint),
    text: (style) => sprintText(sprint, style),
  };
}

export function sprintPlain({ tasks }: SprintView): string[][] {
  return tasks.map(({ task, state, priority, title }) => [task, state, priority, title]);
}

export function sprintText(sprint: SprintView, style: Style): string {
  const { id, state, worked, failed, tasks, target } = sprint;
  const parts = [
    `${worked}/${tasks.length} tasks`,
    ...(failed === 0 ? [] : [style.paint("bad", `${failed} failed`)]),
    sprintTargetText(target),
  ];
  const rows = tasks.map((line) => [
    `  ${line.task}`,
    line.priority,
    line.state,
    display(line.title, style),
  ]);
  const head = `${style.paint("strong", display(id))} ${style.paint(PAINT[state], state)}`;
  return [`${head}  ${parts.join(", ")}`, ...storyLines(sprint), "", columns(rows)].join("\n");
}

export function sprintTargetText(target: SprintTarget): string {
  if (target.is === "tasks")
    return `until ${countText(target.count, "task")} ${target.count === 1 ? "is" : "are"} submitted`;
  if (target.is === "none_ready") return "until no task is ready";
  return `until ${timeText(target.untilMs)} UTC`;
}

function storyLines({ started, paused, ended }: SprintView): string[] {
  const at = (word: string, { by, atMs }: { by: string; atMs: number }): string =>
    `  ${word} ${timeText(atMs)} UTC by ${display(by)}`;
  return [
    at("started", started),
    ...(paused === null
      ? []
      : [`${at("paused", paused)}${paused.task === null ? "" : `: ${paused.task} failed`}`]),
    ...(ended === null ? [] : [at("ended", ended)]),
  ];
}
