import { display } from "../output/display.ts";
import type { PaintText, Style } from "../output/style.ts";
import { wrap } from "../output/wrap.ts";
import { PROBLEM_TEXTS } from "./problem-texts.ts";
import type { ReportedAct, ReportedMove, VerifyReport } from "./verify-report.ts";

const LABEL_WIDTH = 14;
const MAX_MOVES = 20;
const MAX_PROBLEMS = 20;

const PAINT: Readonly<Record<VerifyReport["result"], PaintText>> = {
  proved: "good",
  unproved: "warn",
  contradicted: "bad",
};

/** Formats a report for people: the result first, then who, why, and what it does not prove. */
export function formatVerifyText(report: VerifyReport, style: Style): string {
  const { result, moves, problems, proves, doesNotProve } = report;
  const [move] = moves;
  const isOne = moves.length === 1 && move !== undefined;
  const rows: Row[] = [
    { label: result, text: headline(report), paint: PAINT[result] },
    ...(isOne ? describeOne(move) : moves.slice(0, MAX_MOVES).map(describeListed)),
    ...restOf(moves.length, MAX_MOVES, "moves"),
    rootRow(report),
    ...problems.slice(0, MAX_PROBLEMS).map(describeProblem),
    ...restOf(problems.length, MAX_PROBLEMS, "problems"),
    ...proves.map((text) => ({ label: "proves", text })),
    ...doesNotProve.map((text) => ({ label: "not", text })),
    ...nextSteps(report).map((text) => ({ label: "next", text })),
  ];
  return layOut(rows, style);
}

type Row = { label: string; text: string; paint?: PaintText };

/** Prints a label once for the rows below it. */
function layOut(rows: readonly Row[], style: Style): string {
  return rows
    .map(({ label, text, paint }, at) => {
      const isRepeated = at > 0 && rows[at - 1]?.label === label;
      const name = isRepeated ? "" : label;
      const head = paint === undefined ? style.paint("faint", name) : style.paint(paint, name);
      const padding = " ".repeat(Math.max(1, LABEL_WIDTH - name.length));
      const lines = wrap(display(text), Math.max(40, style.width - LABEL_WIDTH));
      return `${head}${padding}${lines.join(`\n${" ".repeat(LABEL_WIDTH)}`)}`;
    })
    .join("\n");
}

function headline(report: VerifyReport): string {
  const { commit, from, target, moves, isPart } = report;
  const where = target === null ? "" : ` on ${target}`;
  const [move] = moves;
  if (from !== null)
    return `${short(from)}..${short(commit)}${where}: ${count(moves.length, "move")}`;
  if (move === undefined) return `${short(commit)}${where}`;
  const part = isPart ? `, part of ${short(move.commit)}` : "";
  return `${short(commit)}${where}${part}: ${summary(move)}`;
}

/** Names the kind of a move. One that no person reviewed says so here. */
function summary(move: ReportedMove): string {
  const { how, number, acts } = move;
  if (number === 1) return "the root of the chain";
  if (how === "trust") return "a change of the trust file";
  const signers = acts.filter(({ level }) => level !== null);
  if (how !== "accept") return `${reviewSummary(move)}${peopleSummary(move, signers)}`;
  return signers.length === 0
    ? "not reviewed: commits of others, accepted without a person's signature"
    : `not reviewed: commits of others, accepted by ${names(signers)}`;
}

function reviewSummary({ task, round, how, binding, result }: ReportedMove): string {
  const claim = result === "contradicted" ? "claimed to be " : "";
  const what = binding === "tree" ? "tree" : "changes";
  return `${task ?? ""} round ${round ?? ""}, ${how}, ${claim}exactly the approved ${what}`;
}

function peopleSummary({ overridden }: ReportedMove, signers: readonly ReportedAct[]): string {
  if (overridden)
    return `; overridden by ${names(signers, "override")}, the review was not complete`;
  if (signers.some(({ act }) => act === "approve")) return "";
  if (signers.length === 0) return "; no person signed it";
  const acts = signers.map(({ by, act }) => `${by} signed ${act} only`);
  return `; no person approved it, ${[...new Set(acts)].join(", ")}`;
}

function names(acts: readonly ReportedAct[], kind?: string): string {
  const chosen = acts.filter(({ act }) => kind === undefined || act === kind);
  return [...new Set(chosen.map(({ by }) => by))].join(", ");
}

function describeOne(move: ReportedMove): Row[] {
  const people = move.acts.map((act) => ({ label: "people", text: describeAct(act) }));
  const unsigned = { label: "people", text: "none signed" };
  return [...(people.length === 0 ? [unsigned] : people), ...policyRows(move)];
}

function describeAct(one: ReportedAct): string {
  const { by, act, requirement, at, origin } = one;
  const what = requirement === null ? act : `${act} ${requirement}`;
  const page = origin === null ? "" : `, on ${origin}`;
  const time = at.replace("T", " ").replace("Z", " UTC");
  return `${by}  ${describeLevel(one)}  ${what}  ${time}${page}${describeShown(one)}`;
}

function describeLevel({ level, attested }: ReportedAct): string {
  if (level === null) return "no valid signature";
  if (level === "signed") return level;
  return `${level} (${attested ? "attested" : "unattested"} device)`;
}

function describeShown({ shown }: ReportedAct): string {
  if (shown === null) return "";
  if (shown.what === "summary") return ", summary shown";
  return `, diff shown, ${shown.opened} of ${shown.files} files opened`;
}

function policyRows({ policyFiles, parent, requirements, replayed, task }: ReportedMove): Row[] {
  if (task === null || parent === null) return [];
  const files = policyFiles.slice(0, 3).join(", ") || "built-in defaults";
  const asked = requirements === null ? "" : `; ${count(requirements, "requirement")}`;
  const again = replayed ? "decision made again: identical bytes" : "decision not made again";
  return [{ label: "policy", text: `${files} of ${short(parent)}${asked}; ${again}` }];
}

function describeListed(move: ReportedMove): Row {
  const people = move.acts.map(({ by, level }) => `${by} ${level ?? "no valid signature"}`);
  const who = people.length === 0 ? "" : ` (${[...new Set(people)].join(", ")})`;
  return {
    label: "moves",
    text: `${move.number}  ${short(move.commit)}  ${move.result}  ${summary(move)}${who}`,
  };
}

const ROOT_TEXTS = {
  given: "pinned",
  remembered: "remembered from an earlier run",
  first_use: "trusted now, on first use",
  unknown: "not pinned",
} as const;

function rootRow({ root, chain }: VerifyReport): Row {
  if (root.fingerprint === null) return { label: "root", text: "none found" };
  const since = chain.moves > 1 ? `; ${count(chain.moves - 1, "move")} since` : "";
  const begun = chain.waypoint === null ? "" : `; begun at the waypoint at move ${chain.waypoint}`;
  const file = root.file === null ? "" : ` (${root.file})`;
  return {
    label: "root",
    text: `${root.fingerprint} ${ROOT_TEXTS[root.is]}${file}${since}${begun}`,
  };
}

function describeProblem({ code, move, about }: VerifyReport["problems"][number]): Row {
  const where = move === null ? "" : `move ${move}: `;
  const detail = about === null ? "" : `: ${about}`;
  return { label: "problem", text: `${where}${PROBLEM_TEXTS[code]}${detail} (${code})` };
}

function restOf(total: number, shown: number, what: string): Row[] {
  return total > shown
    ? [{ label: "", text: `and ${total - shown} more ${what}; --json lists all` }]
    : [];
}

function nextSteps({ problems, root }: VerifyReport): string[] {
  const has = (code: string): boolean => problems.some((problem) => problem.code === code);
  return [
    ...(has("proof_missing") || has("proof_removed")
      ? ["git fetch origin 'refs/countersign/*:refs/countersign/*'"]
      : []),
    ...(has("content_missing") ? ["git fetch --unshallow"] : []),
    ...(has("root_unknown") && root.fingerprint !== null
      ? [`ask an owner for the fingerprint of the root, then add --root ${root.fingerprint}`]
      : []),
  ];
}

function short(commit: string): string {
  return commit.slice(0, 7);
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}
