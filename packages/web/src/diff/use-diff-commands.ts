import { type ChangedFile, isFileRead, markFile, markLines, readKey } from "@countersign/review";
import { useCommands } from "../commands/Commands.tsx";
import { linesToComment, MAX_COMMENTED_LINES } from "./comment-range.ts";
import { nextIndex, nextStop } from "./cursor.ts";
import type { RowActions } from "./row-actions.ts";
import { changedTexts, isUnreadRow } from "./row-lines.ts";
import type { CursorProps } from "./use-cursor.ts";

type CommandProps = Omit<CursorProps, "setCursor"> & {
  go(to: number | null, align?: "auto" | "center" | "start"): void;
  page(): number;
  actions: RowActions;
};

/** Offers the keys of a change. */
export function useDiffCommands(props: CommandProps): void {
  const { diff, cursor, range, go, page, options, task, reading, wanted, actions } = props;
  const { rows, fileAt, hunkAt } = diff;
  const row = rows[cursor];
  const finding = row?.is === "note" && row.note.is === "finding" ? row.note.finding.id : null;
  const onFinding = (act: (id: string) => void): void =>
    finding === null ? props.onMessage("Move to a finding first: } and {") : act(finding);
  const onFile = (act: (file: ChangedFile) => void): void => {
    if (row !== undefined && row.file !== null) act(row.file);
  };
  const stop = (by: 1 | -1): void =>
    go(nextStop(diff, cursor, by, { task, read: reading.read, wanted }), "center");
  useCommands("diff", {
    "nav.down": () => go(cursor + 1),
    "nav.up": () => go(cursor - 1),
    "nav.top": () => go(0),
    "nav.end": () => go(rows.length - 1),
    "nav.halfDown": () => go(cursor + Math.ceil(page() / 2)),
    "nav.halfUp": () => go(cursor - Math.ceil(page() / 2)),
    "nav.pageDown": () => go(cursor + page()),
    "nav.space": () => go(cursor + page()),
    "nav.pageUp": () => go(cursor - page()),
    "diff.nextHunk": () => go(nextIndex(hunkAt, cursor, 1), "center"),
    "diff.previousHunk": () => go(nextIndex(hunkAt, cursor, -1), "center"),
    "diff.nextFile": () => go(nextIndex(fileAt, cursor, 1), "start"),
    "diff.previousFile": () => go(nextIndex(fileAt, cursor, -1), "start"),
    "diff.nextStop": () => stop(1),
    "diff.previousStop": () => stop(-1),
    "diff.accept": () => onFinding(actions.accept),
    "diff.dismiss": () => onFinding(actions.dismiss),
    "diff.order": options.nextOrder,
    "diff.split": options.toggleSplit,
    "diff.space": options.toggleBlank,
    "diff.more": () => onFile(actions.showMore),
    "diff.load": () => {
      if (row?.is === "closed") actions.openFile(row.file, true);
      else if (row?.is === "file") actions.openFile(row.file, !row.isOpen);
    },
    "diff.viewed": () => markRead(props),
    "diff.range": () => props.setRange(range === null ? cursor : null),
    "diff.comment": () => beginComment(props),
    "list.filter": () => document.getElementById("find-in-change")?.focus(),
    ...(range === null ? {} : { "app.back": () => props.setRange(null) }),
  });
}

function beginComment({ diff, cursor, range, setRange, onComment, onMessage }: CommandProps): void {
  const found = linesToComment(diff.rows, range ?? cursor, cursor);
  if (found === null) {
    onMessage(
      `Move to a line of code first. A comment is about at most ${MAX_COMMENTED_LINES} lines.`,
    );
    return;
  }
  setRange(null);
  onComment(found);
}

/** Marks the file as read, or the hunk whose head is under the cursor, and moves on. */
function markRead({ diff, cursor, task, reading, go }: CommandProps): void {
  const { rows, fileAt, hunkAt } = diff;
  const row = rows[cursor];
  if (row === undefined || row.file === null) return;
  const { file } = row;
  if (row.is !== "hunk") {
    const isRead = !isFileRead(reading.read, task, file);
    reading.mark(file.path, (read) => markFile(read, task, file, isRead));
    if (isRead) go(nextIndex(fileAt, cursor, 1) ?? cursor, "start");
    return;
  }
  const rest = rows.slice(cursor + 1);
  const end = rest.findIndex(({ is }) => is === "hunk" || is === "file");
  const own = end === -1 ? rest : rest.slice(0, end);
  const texts = own.flatMap((one) => changedTexts(one));
  const isRead = own.some((one) => isUnreadRow(one, task, reading.read));
  reading.mark(file.path, (read) => markLines(read, readKey(task, file.path), texts, isRead));
  if (isRead) go(nextIndex(hunkAt, cursor, 1) ?? cursor, "center");
}
