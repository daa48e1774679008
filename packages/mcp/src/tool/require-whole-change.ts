import { type DiffView, oneLine } from "@countersign/api";
import { fitsPage } from "./change-pages.ts";
import type { ReviewerSeat } from "./find-seat.ts";
import { PAGE_TOKENS } from "./limits.ts";
import { type McpSession, refuseCall } from "./session.ts";
import type { MissingLine } from "./shown-pages.ts";

const MAX_PATH = 150;

/**
 * Refuses an approval by a reviewer that was not served every page of exactly this round. Returns
 * the reason why pages cannot show the whole change, or null if they can.
 */
export async function requireWholeChange(
  { client, me, shown }: McpSession,
  { view, round, tree }: ReviewerSeat,
): Promise<string | null> {
  const diff = await client.showDiff({ task: view.id });
  if (diff.round !== round || diff.to !== tree)
    refuseCall("stale_round", "", { task: view.id, round: diff.round, given: round });
  const { org, actor } = await me();
  const content = { org, actor: actor.id, task: view.id, round, tree };
  const long: MissingLine[] = [];
  for (const line of shown.missing(content, diff.files)) {
    if (!fitsPage(line.path, line.text, PAGE_TOKENS.full)) long.push(line);
    else refuseCall("invalid_input", goOn(view.id, line));
  }
  return notShown(diff, long);
}

function goOn(task: string, { file, line }: MissingLine): string {
  return `You were not shown the whole change, so you cannot approve it. Call get_change ${task} detail=full cursor=${file}:${line}, read on to the last page, then submit_review_result again.`;
}

/**
 * Finds content that no page can show: a file that is too large or not text, a line longer than a
 * page, or code behind the name of a credential.
 */
function notShown(
  { files, unshown, covered }: DiffView,
  long: readonly MissingLine[],
): string | null {
  const binary = files.filter(isNotText);
  const reasons = [
    ...about("too large to show", unshown),
    ...about("not text", binary),
    ...about("with a line longer than a page", long),
    ...(covered === 0 ? [] : [`${covered} hidden behind the name of a credential`]),
  ];
  return reasons.length === 0 ? null : `${reasons.join("; ")}.`;
}

/** Checks for non-text bytes in added content; removed content is ignored. */
function isNotText({ patch, base64 }: DiffView["files"][number]): boolean {
  const unreadable = base64 === null ? /\0/ : /[\0\uFFFD]/;
  return patch.split("\n").some((line) => line.startsWith("+") && unreadable.test(line));
}

function about(what: string, [first, ...others]: readonly { path: string }[]): string[] {
  if (first === undefined) return [];
  const count = others.length === 0 ? "1 file" : `${others.length + 1} files`;
  return [`${count} ${what} (${oneLine(first.path, MAX_PATH)}${others.length > 0 ? ", …" : ""})`];
}
