import {
  holdReasonText,
  issueTexts,
  listReviewerSummaries,
  machineStepText,
  policyChangeLines,
  type RequirementStanding,
  type RequirementView,
  type RoundView,
  reasonText,
  requirementStanding,
  type TaskView,
  waysOut,
} from "@countersign/api";
import { countText } from "@countersign/review";
import { columns } from "../output/columns.ts";
import { display, displayShort } from "../output/display.ts";
import type { PaintText, Style } from "../output/style.ts";
import { displayTurn, gateText } from "../output/words.ts";
import { renderFinding } from "./finding-text.ts";
import { outputLines } from "./output-lines.ts";

const SHORT = 200;
const MAX_CRITERION = 2_000;

/** The text of a task: its state, requirements and findings. */
export function taskText(task: TaskView, style: Style, me: string | null): string {
  return [
    `${style.paint("strong", task.id)}  ${displayShort(task.title, SHORT, style)}`,
    factsText(task, style, me),
    specificationText(task, style),
    holdText(task, style, me),
    task.mergeWaits === null
      ? ""
      : `${style.paint("warn", "not merged yet")}  ${display(task.mergeWaits.detail, style)}`,
    task.round === null ? "" : roundText(task, task.round, style),
    saidText(task, style),
    feedbackText(task, style),
    findingsText(task, style),
    deferredText(task, style),
    issuesText(task, style),
    nextText(task, me),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The line above the question to approve: the task, its size and its state. */
export function summaryLine(task: TaskView, style: Style): string {
  const change = task.round?.change;
  const size =
    change === null || change === undefined
      ? ""
      : `  ${countText(change.files, "file")} +${change.linesAdded} -${change.linesDeleted}`;
  const round = task.round === null ? "" : `  round ${task.round.number}`;
  return `${style.paint("strong", task.id)}  ${displayShort(task.title, 80, style)}${round}${size}  gate ${gateText(task.gate, style)}`;
}

function factsText(task: TaskView, style: Style, me: string | null): string {
  const since =
    task.grace === null ? "" : `  (undo is open, ${task.grace.act} by ${task.grace.by})`;
  const rows = [
    ["state", `${task.state}${since}`],
    ["turn", displayTurn(task.turn, me)],
    ["gate", gateText(task.gate, style)],
    ["repository", display(task.repo, style)],
    ["priority", task.priority],
    ["attempt", `${task.attempt} of ${task.attemptLimit}`],
    ["author", task.authors.map((name) => display(name)).join(", ") || "-"],
    ...(task.origin === null ? [] : [["opened for", `${task.origin.task}/${task.origin.finding}`]]),
    ...builtOnRows(task),
    ...(task.flags.length === 0
      ? []
      : [["flags", task.flags.map((flag) => display(reasonText(flag))).join("; ")]]),
    ...(task.rejectReason === null
      ? []
      : [["rejected", displayShort(task.rejectReason, SHORT, style)]]),
  ];
  return columns(rows.map(([name = "", value = ""]) => [style.paint("faint", name), value]));
}

/** The task that the work is built on. */
function builtOnRows({ round }: TaskView): string[][] {
  const base = round?.baseTask ?? null;
  if (base === null) return [];
  const order = base.isMerged ? "merged" : "merged first";
  return [["built on", `${base.task} round ${base.round} (${order})`]];
}

/** What is wanted, and when it counts as done. */
function specificationText({ description, acceptance }: TaskView, style: Style): string {
  const criteria = acceptance.map((item) => `  - ${displayShort(item, MAX_CRITERION, style)}`);
  return [
    ...(description === null || description.trim() === ""
      ? []
      : [style.paint("strong", "description"), ...indented(description, style)]),
    ...(criteria.length === 0 ? [] : [style.paint("strong", "accepted when"), ...criteria]),
  ].join("\n");
}

function indented(text: string, style: Style): string[] {
  return text.split("\n").map((line) => `  ${display(line, style)}`.trimEnd());
}

function holdText(task: TaskView, style: Style, me: string | null): string {
  const { id, hold } = task;
  if (hold === null) return "";
  const who = hold.line.map((name) => display(name)).join(", ");
  const ways = waysOut(task, me).map(({ options, about }) => [
    `  countersign release ${id} ${display(options)}`,
    style.paint("faint", display(about)),
  ]);
  return [
    `${style.paint("warn", "On hold")}; ${who} can release it`,
    ...hold.reasons.map((reason) => `  ${display(holdReasonText(reason, task))}`),
    ...offerLines(hold, style),
    columns(ways),
  ].join("\n");
}

/** Work that was submitted while the task is held. */
export function offerLines(hold: TaskView["hold"], style: Style): string[] {
  const tree = hold?.offeredTree ?? null;
  if (tree === null) return [];
  const text = `Tree ${tree.slice(0, 12)} was submitted while the task is held; a release opens it as the next round.`;
  return [style.paint("warn", text)];
}

const STANDING_PAINT: Readonly<Record<RequirementStanding, PaintText>> = {
  later: "faint",
  waiting: "warn",
  no_result: "warn",
  objected: "bad",
  satisfied: "good",
};

function roundText({ atWork }: TaskView, round: RoundView, style: Style): string {
  const { change, plan } = round;
  const size =
    change === null
      ? "not read yet"
      : `${countText(change.files, "file")} +${change.linesAdded} -${change.linesDeleted}`;
  const kind =
    plan === null ? "" : `  type ${display(plan.type)}  mode ${plan.mode}  risk ${plan.risk} of 10`;
  const head = `${style.paint("strong", `round ${round.number}`)}  ${round.signal}  ${size}${kind}`;
  const nowMs = Date.now();
  const rows = round.requirements.map((requirement) => [
    `  ${standingWord(requirement, style)}`,
    display(requirement.id),
    requirement.who.map((name) => display(name)).join(", "),
    [
      ...requirement.verdicts.map((verdict) => verdictText(requirement, verdict, style)),
      ...atWork
        .filter((step) => step.requirement === requirement.id)
        .map((step) => machineStepText(step, nowMs)),
    ].join(", "),
  ]);
  const said = round.summary === "" ? [] : [`  ${displayShort(round.summary, SHORT, style)}`];
  const unshown = (change?.unshown ?? []).map(
    ({ path, why }) =>
      `  ${style.paint("warn", "not shown")}  ${display(path, style)} (${display(why)})`,
  );
  const policy = policyChangeLines(change?.policy ?? null).map(
    (line) => `  ${style.paint("warn", display(line, style))}`,
  );
  const table = rows.length === 0 ? [] : [columns(rows)];
  const left = leftOutText(round, style);
  return [
    head,
    ...said,
    ...policy,
    ...table,
    ...left,
    ...unshown,
    ...noResultLines(round, style),
  ].join("\n");
}

function standingWord(requirement: RequirementView, style: Style): string {
  const standing = requirementStanding(requirement);
  return style.paint(STANDING_PAINT[standing], standing.replace("_", " "));
}

/** What machines without a result printed: the first and the last lines, as they were kept. */
function noResultLines({ requirements }: RoundView, style: Style): string[] {
  return requirements.flatMap(({ id, status, withoutResult }) =>
    status === "satisfied"
      ? []
      : withoutResult.flatMap(({ reviewer, reason }) => [
          `  ${style.paint("warn", "no result")}  ${display(id)} (${display(reviewer)})`,
          ...outputLines(reason, style, "    "),
        ]),
  );
}

/** Layers that no actor can answer, and requirements that an accepted policy dropped. */
function leftOutText({ plan }: RoundView, style: Style): string[] {
  const skipped = (plan?.skipped ?? []).map(
    ({ layer, reason, detail }) =>
      `  ${style.paint("warn", "skipped")}  layer:${display(layer)}  ${display(detail ?? reason.replaceAll("_", " "))}`,
  );
  const dropped = (plan?.dropped ?? []).map(
    ({ requirement, acceptedBy }) =>
      `  ${style.paint("faint", "dropped")}  ${display(requirement)}  no longer required by the policy that ${display(acceptedBy)} accepted`,
  );
  return [...skipped, ...dropped];
}

function verdictText(
  { kind }: RequirementView,
  { by, opinion, sandboxed }: RequirementView["verdicts"][number],
  style: Style,
): string {
  const ran = kind === "check" && !sandboxed ? style.paint("warn", " (ran without a sandbox)") : "";
  return `${display(by)}: ${opinion}${ran}`;
}

/** What reviewers wrote with their verdicts, whole. */
function saidText(task: TaskView, style: Style): string {
  const said = listReviewerSummaries(task);
  if (said.length === 0) return "";
  return [
    style.paint("strong", "what reviewers said"),
    ...said.flatMap(({ by, requirement, opinion, words }) => [
      `  ${display(by)} (${display(requirement)}): ${opinion}`,
      ...outputLines(words, style, "    "),
    ]),
  ].join("\n");
}

/** What the author was told last by a person, while it is the author's turn. */
function feedbackText({ state, feedback }: TaskView, style: Style): string {
  const last = feedback.findLast(({ decision }) => decision === "redo");
  if (last === undefined || (state !== "rework" && state !== "in_progress")) return "";
  const said = (last.customFeedback ?? "").trim();
  return [
    style.paint("strong", `sent back by ${display(last.by)}`),
    ...(last.quickIssues ?? []).map((issue) => `  - ${displayShort(issue, SHORT, style)}`),
    ...(said === "" ? [] : said.split("\n").map((line) => `  ${displayShort(line, SHORT, style)}`)),
  ].join("\n");
}

function findingsText({ findings }: TaskView, style: Style): string {
  const open = findings.filter(({ disposition }) =>
    /^(?:open|disputed|late)$/.test(disposition.is),
  );
  if (open.length === 0) return "";
  const head = style.paint("strong", countText(open.length, "open finding"));
  return [head, ...open.map((finding) => renderFinding(finding, style))].join("\n");
}

/** Findings that another task or ticket takes care of. */
function deferredText({ findings }: TaskView, style: Style): string {
  const rows = findings.flatMap(({ id, message, disposition }) =>
    disposition.is === "deferred"
      ? [
          [
            `  ${id}`,
            `to ${displayShort(disposition.link, SHORT, style)}`,
            displayShort(message, SHORT, style),
          ],
        ]
      : [],
  );
  if (rows.length === 0) return "";
  return [style.paint("strong", countText(rows.length, "deferred finding")), columns(rows)].join(
    "\n",
  );
}

/** Concerns that were logged and did not stop the work. */
export function issuesText(task: Pick<TaskView, "issues" | "round">, style: Style): string {
  const issues = issueTexts(task);
  if (issues.length === 0) return "";
  return [
    style.paint("strong", `${countText(issues.length, "issue")} that did not stop the work`),
    ...issues.flatMap(({ round, by, about, text }) => [
      `  round ${round}, ${display(by)}${about === "" ? "" : `: ${display(about)}`}`,
      ...outputLines(text, style, "    "),
    ]),
  ].join("\n");
}

function nextText({ id, state, turn, round }: TaskView, me: string | null): string {
  if (turn.who === null || turn.who !== me) return "";
  if (state === "reviewing" && round !== null) {
    return `Next  countersign diff ${id}, then countersign approve, redo or reject ${id}`;
  }
  return "";
}
