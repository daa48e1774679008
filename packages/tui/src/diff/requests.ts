import type { Finding, TaskView } from "@countersign/api";
import type { Change } from "./change.ts";

/** What became of something that was asked for. */
export type RequestStatus =
  | "fixed"
  | "changed"
  | "not done"
  | "answered"
  | "asked"
  | "new"
  | "late"
  | "dismissed";

export type Request = {
  readonly text: string;
  readonly status: RequestStatus;
  /** The file and line that it is about; empty: none. */
  readonly place: string;
};

/** Between two rounds: which, and what lies between them. */
export type Between = { since: number; now: number; me: string | null; change: Change };

/** Everything that this person asked for since then, and what the reviewers found, each with what became of it. */
export function requestsOf(view: TaskView, between: Between): Request[] {
  const { since, me } = between;
  const asked = view.feedback.filter(
    ({ iteration, decision, by }) => iteration >= since && decision === "redo" && by === me,
  );
  return [
    ...asked.flatMap(({ quickIssues = [] }) => quickIssues.map((text) => plain(text, between))),
    ...asked.flatMap(({ customFeedback = "" }) => wordsOf(customFeedback, between)),
    ...view.findings.flatMap((finding) => {
      const status = statusOf(finding, between);
      return status === null ? [] : [{ text: finding.message, status, place: placeOf(finding) }];
    }),
  ];
}

/** Done, so far as anybody can tell; what nobody judges is not counted. */
export function doneOf(requests: readonly Request[]): { done: number; all: number } {
  const judged = requests.filter(({ status }) => JUDGED.has(status));
  return { done: judged.filter(({ status }) => status !== "not done").length, all: judged.length };
}

const JUDGED: ReadonlySet<RequestStatus> = new Set(["fixed", "changed", "not done", "answered"]);

const REMARK = /^(.+):(\d+(?:-\d+)?)\n((?:>.*\n)+)([\s\S]+)$/;
const ACCEPTED = /^F-\d+ /;

/** A text is sent with its remarks on lines behind it, an empty line between each. */
function wordsOf(feedback: string, between: Between): Request[] {
  return feedback
    .split("\n\n")
    .filter((part) => part.trim() !== "" && !ACCEPTED.test(part))
    .flatMap((part) => {
      const remark = REMARK.exec(part);
      if (remark === null) return part.split("\n").map((line) => plain(line, between));
      const [, path = "", line = "", quote = "", text = ""] = remark;
      const status = remarkStatus(between.change, path, quote.split("\n"));
      return [{ text: text.replaceAll("\n", " "), status, place: `${path}:${line}` }];
    });
}

/** Words of a person: only that nothing at all was changed can be told. */
function plain(text: string, { change }: Between): Request {
  const isAnything = change.files.length + change.unshown.length > 0;
  return { text, status: isAnything ? "asked" : "not done", place: "" };
}

/** One of the lines that were remarked on is gone or another one, or all are still there. */
function remarkStatus({ files }: Change, path: string, quote: readonly string[]): RequestStatus {
  const file = files.find((one) => one.path === path);
  const said = quote.map((line) => line.slice(1).trim());
  const wanted = new Set(said.length > 2 ? said.filter((line) => line !== "") : said.slice(0, 1));
  const isGone = file?.lines.some(
    (line) => line.startsWith("-") && wanted.has(line.slice(1).trim()),
  );
  return isGone === true ? "changed" : "not done";
}

const SAID: Readonly<Record<string, RequestStatus>> = {
  fixed: "fixed",
  late: "late",
  disputed: "answered",
  dismissed: "dismissed",
};

/** Null for what has nothing to do with this round. */
function statusOf({ disposition, rounds }: Finding, { now }: Between): RequestStatus | null {
  if (disposition.is !== "open") return SAID[disposition.is] ?? null;
  return (rounds[0] ?? now) >= now ? "new" : "not done";
}

function placeOf({ file, line }: Finding): string {
  if (file === undefined) return "";
  return line === undefined ? file : `${file}:${line}`;
}
