import type { Finding, TaskView } from "@countersign/api";
import type { Change } from "../patch/change.ts";

/** What happened to a request since the round in which it was made. */
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
  /** The file and line that it is about; empty without one. */
  readonly place: string;
};

/** The two rounds that are compared, and the change between them. */
export type RoundComparison = { since: number; now: number; me: string | null; change: Change };

/** Returns the requests of this person since a round and the findings of the reviewers, each with its status. */
export function listRequests(view: TaskView, between: RoundComparison): Request[] {
  const { since, me } = between;
  const asked = view.feedback.filter(
    ({ iteration, decision, by }) => iteration >= since && decision === "redo" && by === me,
  );
  return [
    ...asked.flatMap(({ quickIssues = [] }) =>
      quickIssues.map((text) => textRequest(text, between)),
    ),
    ...asked.flatMap(({ customFeedback = "" }) => readFeedback(customFeedback, between)),
    ...view.findings.flatMap((finding) => {
      const status = findingStatus(finding, between);
      return status === null
        ? []
        : [{ text: finding.message, status, place: findingLocation(finding) }];
    }),
  ];
}

/** Counts the requests whose status can be told, and those of them that are done. */
export function countDone(requests: readonly Request[]): { done: number; all: number } {
  const judged = requests.filter(({ status }) => JUDGED.has(status));
  return { done: judged.filter(({ status }) => status !== "not done").length, all: judged.length };
}

const JUDGED: ReadonlySet<RequestStatus> = new Set(["fixed", "changed", "not done", "answered"]);

const LINE_COMMENT = /^(.+):(\d+(?:-\d+)?)\n((?:>.*\n)+)([\s\S]+)$/;
const ACCEPTED = /^F-\d+ /;

/** Splits feedback into its parts: free text and comments on lines, separated by empty lines. */
function readFeedback(feedback: string, between: RoundComparison): Request[] {
  return feedback
    .split("\n\n")
    .filter((part) => part.trim() !== "" && !ACCEPTED.test(part))
    .flatMap((part) => {
      const comment = LINE_COMMENT.exec(part);
      if (comment === null) return part.split("\n").map((line) => textRequest(line, between));
      const [, path = "", line = "", quote = "", text = ""] = comment;
      const status = commentStatus(between.change, path, quote.split("\n"));
      return [{ text: text.replaceAll("\n", " "), status, place: `${path}:${line}` }];
    });
}

/** Creates a request in free text. Its status is only known if nothing changed at all. */
function textRequest(text: string, { change }: RoundComparison): Request {
  const isAnything = change.files.length + change.unshown.length > 0;
  return { text, status: isAnything ? "asked" : "not done", place: "" };
}

/**
 * Returns the status of a comment on lines: changed if one of these lines was removed or edited.
 */
function commentStatus({ files }: Change, path: string, quote: readonly string[]): RequestStatus {
  const file = files.find((one) => one.path === path);
  const quoted = quote.map((line) => line.slice(1).trim());
  const wanted = new Set(
    quoted.length > 2 ? quoted.filter((line) => line !== "") : quoted.slice(0, 1),
  );
  const isGone = file?.lines.some(
    (line) => line.startsWith("-") && wanted.has(line.slice(1).trim()),
  );
  return isGone === true ? "changed" : "not done";
}

const SETTLED: Readonly<Record<string, RequestStatus>> = {
  fixed: "fixed",
  late: "late",
  disputed: "answered",
  dismissed: "dismissed",
};

/** Returns the status of a finding; null if it has nothing to do with this round. */
function findingStatus(
  { disposition, rounds }: Finding,
  { now }: RoundComparison,
): RequestStatus | null {
  if (disposition.is !== "open") return SETTLED[disposition.is] ?? null;
  return (rounds[0] ?? now) >= now ? "new" : "not done";
}

function findingLocation({ file, line }: Finding): string {
  if (file === undefined) return "";
  return line === undefined ? file : `${file}:${line}`;
}

/** Returns the last round that this person sent back; null without one, or if no newer round exists. */
export function lastReviewedRound({ feedback, round }: TaskView, me: string | null): number | null {
  const last = feedback.findLast(({ by }) => by === me);
  if (last === undefined || round === null || last.iteration >= round.number) return null;
  return last.iteration < 1 ? null : last.iteration;
}
