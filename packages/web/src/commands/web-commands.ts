import type { CommandId } from "@countersign/review";

/** A command's name on the pages, and the pages that have it. */
type WebCommand = { name: string; where: string };

/** The commands of the pages, the most used first. */
export const WEB_COMMANDS = {
  "review.open": { name: "start the review run", where: "inbox, board" },
  "review.approve": { name: "approve, or release a hold", where: "task" },
  "review.redo": { name: "request changes", where: "task" },
  "review.reject": { name: "reject", where: "task" },
  "review.undo": { name: "undo the last decision", where: "everywhere" },
  "review.next": { name: "next task of the run", where: "review run" },
  "review.previous": { name: "previous task of the run", where: "review run" },
  "review.since": { name: "since your last review", where: "task" },
  "review.why": { name: "why", where: "inbox, board, task" },
  "review.later": { name: "later (snooze)", where: "inbox" },
  "review.approveAll": { name: "approve ready tasks", where: "inbox" },
  "confirm.yes": { name: "confirm", where: "batch approval" },
  "review.mode": { name: "change the review mode", where: "task" },
  "review.override": { name: "override the gate", where: "task" },
  "review.order": { name: "order of the tasks", where: "inbox" },
  "task.open": { name: "open the task", where: "inbox, board" },
  "diff.nextStop": { name: "next unread line, finding or comment", where: "task" },
  "diff.previousStop": { name: "previous unread line, finding or comment", where: "task" },
  "diff.comment": { name: "comment on the line or range", where: "task" },
  "diff.range": { name: "begin or drop a range of lines", where: "task" },
  "diff.accept": { name: "finding into the feedback", where: "task" },
  "diff.dismiss": { name: "dismiss the finding", where: "task" },
  "diff.viewed": { name: "mark the file or hunk as read", where: "task" },
  "diff.nextFile": { name: "next file", where: "task" },
  "diff.previousFile": { name: "previous file", where: "task" },
  "diff.nextHunk": { name: "next hunk", where: "task" },
  "diff.previousHunk": { name: "previous hunk", where: "task" },
  "diff.load": { name: "open or close the file", where: "task" },
  "diff.more": { name: "more lines around the changes", where: "task" },
  "diff.split": { name: "split or unified", where: "task" },
  "diff.space": { name: "ignore white space", where: "task" },
  "diff.order": { name: "order of the files", where: "task" },
  "diff.rounds": { name: "compare two rounds", where: "task" },
  "list.filter": { name: "filter the list, or find in the change", where: "inbox, task" },
  "nav.down": { name: "next line", where: "lists, changes" },
  "nav.up": { name: "previous line", where: "lists, changes" },
  "nav.top": { name: "first line", where: "lists, changes" },
  "nav.end": { name: "last line", where: "lists, changes" },
  "nav.halfDown": { name: "half a page down", where: "lists, changes" },
  "nav.halfUp": { name: "half a page up", where: "lists, changes" },
  "nav.pageDown": { name: "page down", where: "lists, changes" },
  "nav.space": { name: "page down", where: "lists, changes" },
  "nav.pageUp": { name: "page up", where: "lists, changes" },
  "board.left": { name: "column to the left", where: "board" },
  "board.right": { name: "column to the right", where: "board" },
  "choose.this": { name: "choose", where: "choices" },
  "reviewers.retry": { name: "retry the reviewer", where: "reviewers" },
  "reviewers.cancel": { name: "cancel the reviewer", where: "reviewers" },
  "app.command": { name: "command palette", where: "everywhere" },
  "app.help": { name: "keys of this page", where: "everywhere" },
  "app.back": { name: "back, or close", where: "everywhere" },
} as const satisfies Partial<Record<CommandId, WebCommand>>;

export type WebCommandId = keyof typeof WEB_COMMANDS;

export const WEB_COMMAND_IDS = Object.keys(WEB_COMMANDS).filter(isWebCommand);

export function isWebCommand(id: string): id is WebCommandId {
  return id in WEB_COMMANDS;
}
