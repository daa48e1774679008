import { reasonText, standingText, type TaskView, type WhyView } from "@countersign/api";
import { columns } from "../../output/columns.ts";
import { display, displayShort } from "../../output/display.ts";
import type { Style } from "../../output/style.ts";
import { displayTurn, gateText, timeText } from "../../output/words.ts";
import { outputLines } from "../../views/output-lines.ts";

type LoggedDecision = WhyView["decisions"][number];
type Reason = LoggedDecision["decision"]["reasons"][number];

const SHORT = 160;
const TIME_WIDTH = "  2026-01-01 00:00:00  ".length;

/** Explains the state of a task in one line, then prints its history, its plan and its last decision. */
export function whyText(why: WhyView, task: TaskView, style: Style, me: string | null): string {
  const round = why.round === null ? "" : `, round ${why.round}, attempt ${why.attempt}`;
  const head = `${style.paint("strong", why.task)}  ${displayShort(why.title, SHORT, style)}`;
  const answer = display(standingText(task, me, Date.now()), style);
  const stand = `${why.state.replace("_", " ")}${round}; turn: ${displayTurn(why.turn, me)}`;
  return [
    `${head}\n${style.paint("strong", answer)}\n${style.paint("faint", stand)}`,
    storyText(why, style),
    why.unreviewed === null ? "" : `Meanwhile: ${display(why.unreviewed, style)}`,
    planText(why, style),
    decisionText(why.decisions.at(-1), style),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function storyText({ story }: WhyView, style: Style): string {
  if (story.length === 0) return "";
  const widest = Math.max(...story.map(({ by }) => display(by).length));
  const indent = " ".repeat(TIME_WIDTH + widest + 2);
  const rows = story.map(({ atMs, by, text }) => {
    const [first = "", ...more] = outputLines(text, style, "");
    const row = [style.paint("faint", `  ${timeText(atMs)}`), display(by).padEnd(widest), first];
    return [columns([row]), ...more.map((line) => `${indent}${line}`.trimEnd())].join("\n");
  });
  return [style.paint("strong", "What happened"), ...rows].join("\n");
}

function planText({ plan }: WhyView, style: Style): string {
  if (plan === null) return "";
  const rows = plan.requirements.map(({ stage, id, who, because }) => [
    `  stage ${stage}`,
    display(id),
    who.map((name) => display(name)).join(", "),
    because
      .map(({ entry, fact }) => `${display(entry)}: ${displayShort(fact, SHORT, style)}`)
      .join("; "),
  ]);
  const skipped = plan.skipped.map(({ layer, reason, detail }) => [
    `  ${style.paint("warn", "skipped")}`,
    `layer:${display(layer)}`,
    "-",
    display(detail ?? reason.replaceAll("_", " ")),
  ]);
  const dropped = (plan.dropped ?? []).map(({ requirement, acceptedBy }) => [
    "  dropped",
    display(requirement),
    "-",
    `no longer required by the policy that ${display(acceptedBy)} accepted`,
  ]);
  const head = style.paint("strong", "Required reviewers, with the reason");
  return `${head}\n${columns([...rows, ...skipped, ...dropped])}`;
}

function decisionText(decided: LoggedDecision | undefined, style: Style): string {
  if (decided === undefined) return "";
  const { effect, gate, reasons } = decided.decision;
  const head = `${style.paint("strong", "Decided")}  ${effect}, gate ${gateText(gate, style)}`;
  const rows = reasons.map((reason) => [
    `  ${reason.table}`,
    reasonText(reason.row),
    reason.effect ?? "-",
    display(reason.requirement ?? ""),
    inputsText(reason, style),
  ]);
  return rows.length === 0 ? head : `${head}\n${columns(rows)}`;
}

function inputsText({ inputs }: Reason, style: Style): string {
  return Object.entries(inputs)
    .map(([name, value]) => {
      const shown = Array.isArray(value) ? value.join(", ") : String(value);
      return `${display(name)}=${displayShort(shown, SHORT, style)}`;
    })
    .join(" ");
}
