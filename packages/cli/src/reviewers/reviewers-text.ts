import { columns } from "../output/columns.ts";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import type { ReviewerLine } from "./reviewer-lines.ts";

/** Reviewers that are asked, agents first, then those that no policy asks. */
export function reviewersText(lines: readonly ReviewerLine[], style: Style): string {
  const asked = lines.filter((line) => line.asked.length > 0);
  const idle = lines.filter((line) => line.asked.length === 0);
  const rows = asked.map((line) => rowOf(line, style));
  const head = ["REVIEWER", "RUN BY", "COST CAP", "STATE", "LAST RESULT", "ASKED"].map((word) =>
    style.paint("faint", word),
  );
  return [
    columns([head, ...rows]),
    ...(idle.length === 0
      ? []
      : [
          style.paint(
            "faint",
            `In the registry, asked by no policy: ${idle.map(({ id }) => display(id)).join(", ")}`,
          ),
        ]),
    ...asked.filter(({ available }) => available === false).map((line) => faultOf(line, style)),
    ...lines.filter(({ accepted }) => !accepted).map((line) => pendingOf(line, style)),
  ].join("\n");
}

function rowOf(line: ReviewerLine, style: Style): string[] {
  const { id, adapter, model, kind, budgetUsd, asked, last } = line;
  const cap = budgetUsd === null ? "task's" : `$${budgetUsd.toFixed(2)}`;
  return [
    style.paint("strong", display(id)),
    display(model === null ? adapter : `${adapter} (${model})`),
    kind === "check" ? "free" : cap,
    stateWord(line, style),
    last === null ? "-" : `${display(last.opinion)} in ${display(last.task)}`,
    display(asked.join("; ")),
  ];
}

function stateWord({ available, accepted }: ReviewerLine, style: Style): string {
  if (!accepted) return style.paint("warn", "not accepted");
  if (available === null) return "unknown";
  return available ? style.paint("good", "ready") : style.paint("bad", "not ready");
}

function faultOf({ id, says }: ReviewerLine, style: Style): string {
  return style.paint("warn", `${display(id)} is not ready: ${display(says)}`);
}

function pendingOf({ id }: ReviewerLine, style: Style): string {
  return style.paint(
    "warn",
    `${display(id)} is only in the policy file of this directory. It counts once the target branch has it.`,
  );
}
