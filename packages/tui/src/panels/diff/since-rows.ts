import type { TaskView } from "@countersign/api";
import type { Change } from "@countersign/review";
import {
  baseName,
  countDone,
  countText,
  listRequests,
  type Request,
  type RequestStatus,
  type RoundComparison,
  SIGNS,
} from "@countersign/review";
import { cell, row, type ScreenRow, span } from "../../terminal/row.ts";
import type { Paint } from "../../theme/paint.ts";

const MAX_REQUESTS = 20;

/** Lists the requests and their outcome, above the lines that changed since. */
export function sinceRows(view: TaskView, between: RoundComparison, width: number): ScreenRow[] {
  const { since, now, change } = between;
  const requests = listRequests(view, between);
  const hidden = requests.length - MAX_REQUESTS;
  return [
    row(` Round ${since} ${SIGNS.arrow} round ${now}${upstreamText(change)}`),
    row(` ${[...doneText(requests), sizeText(change, view)].join("   ")}`),
    [],
    ...requests.slice(0, MAX_REQUESTS).map((request) => requestRow(request, width)),
    ...(hidden > 0 ? [row(`  and ${hidden} more`)] : []),
    ...(requests.length > 0 ? [[]] : []),
    ...(change.files.length + change.unshown.length === 0
      ? [row("  Nothing was changed by the author since then.")]
      : []),
  ];
}

const UPSTREAM: Readonly<Record<Change["upstream"], string>> = {
  none: "",
  left_out: "   the target moved; what it gained is left out",
  included: "   the target moved; what it gained could not be told apart and is here too",
};

function upstreamText({ upstream }: Change): string {
  return UPSTREAM[upstream];
}

function doneText(requests: readonly Request[]): string[] {
  const { done, all } = countDone(requests);
  return all === 0 ? [] : [`${done} of ${countText(all, "request")} done`];
}

function sizeText({ files }: Change, { round }: TaskView): string {
  const sum = (of: "added" | "removed"): number =>
    files.reduce((total, file) => total + file[of], 0);
  const all = round?.change;
  const whole =
    all === null || all === undefined
      ? ""
      : `   (whole change: +${all.linesAdded} -${all.linesDeleted})`;
  return `${countText(files.length, "file")}  +${sum("added")} -${sum("removed")}${whole}`;
}

const LOOKS: Readonly<Record<RequestStatus, readonly [sign: string, paint: Paint]>> = {
  fixed: [SIGNS.tick, "good"],
  changed: [SIGNS.tick, "plain"],
  "not done": [SIGNS.cross, "bad"],
  answered: ["?", "plain"],
  asked: [SIGNS.info, "faint"],
  new: ["+", "warn"],
  late: [SIGNS.open, "faint"],
  dismissed: [SIGNS.info, "faint"],
};

function requestRow({ text, status, place }: Request, width: number): ScreenRow {
  const [sign, paint] = LOOKS[status];
  const name = baseName(place);
  const room = Math.max(10, width - 14 - name.length - 2);
  return row("  ", span(`${sign} `, paint), cell(status, 10, paint), cell(text, room), ` ${name}`);
}
