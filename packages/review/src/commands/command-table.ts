import type { PanelId } from "./panel-id.ts";

/** A command: its keys, where they work, and its line in the help. */
export type CommandSpec = {
  readonly keys: readonly string[];
  /** The panels in which its keys work. */
  readonly in: readonly PanelId[] | "everywhere";
  readonly does: string;
  /**
   * A key that sends a decision waits a moment. `for`: also ignored right after another screen appeared.
   * `back`: undoes a decision, so it works at once.
   */
  readonly decides?: "for" | "back";
};

const REVIEWING: readonly PanelId[] = ["task", "single", "diff"];
const PANED: readonly PanelId[] = ["task", "single", "diff", "why"];
const LISTS: readonly PanelId[] = [
  "board",
  "summary",
  "task",
  "single",
  "diff",
  "why",
  "activity",
  "help",
  "mode",
  "later",
  "release",
  "rounds",
  "sprint",
  "planning",
  "try",
  "reviewers",
  "output",
];
/** Panels in which Space scrolls a page. */
const SPACED: readonly PanelId[] = LISTS.filter(
  (panel) => panel !== "sprint" && panel !== "planning",
);

/** Every command by name. Letters that both cases answer to are listed in both. */
export const COMMANDS = {
  "review.open": { keys: ["R", "r"], in: ["board", "sprint"], does: "open review" },
  "review.approveAll": {
    keys: ["A", "a"],
    in: ["summary"],
    does: "approve all auto-approvable",
    decides: "for",
  },
  "review.oneByOne": { keys: ["Enter"], in: ["summary"], does: "one by one" },
  "review.approve": { keys: ["A", "a"], in: REVIEWING, does: "approve", decides: "for" },
  "review.redo": { keys: ["R", "r"], in: REVIEWING, does: "redo with feedback" },
  "review.reject": { keys: ["X", "x"], in: REVIEWING, does: "reject" },
  "review.diff": { keys: ["D", "d"], in: ["task", "single"], does: "view diff" },
  "review.next": { keys: ["N", "n"], in: REVIEWING, does: "next task" },
  "review.previous": { keys: ["P", "p"], in: REVIEWING, does: "previous task" },
  "review.since": { keys: ["I"], in: REVIEWING, does: "since last review" },
  "review.undo": { keys: ["U"], in: "everywhere", does: "undo decision", decides: "back" },
  "review.why": {
    keys: ["W"],
    in: ["board", "summary", "task", "single", "diff", "sprint", "output"],
    does: "why",
  },
  "review.order": { keys: ["o"], in: ["summary"], does: "order" },
  "review.mode": {
    keys: ["m"],
    in: ["board", "summary", "task", "single", "sprint", "try"],
    does: "mode",
  },
  "review.ask": {
    keys: ["v"],
    in: ["board", "summary", "task", "single", "sprint", "reviewers"],
    does: "ask for a further review",
    decides: "for",
  },
  "review.later": { keys: ["t"], in: ["board", "summary"], does: "later" },
  "review.try": { keys: ["t"], in: ["why"], does: "try another mode" },
  "review.override": { keys: ["O"], in: ["task", "single"], does: "override (owner)" },
  "confirm.yes": { keys: ["Y", "y"], in: ["confirm"], does: "confirm", decides: "for" },
  "task.open": { keys: ["Enter"], in: ["board"], does: "open card" },
  "task.copyId": { keys: ["y"], in: ["task", "single", "diff"], does: "copy id, in the diff path" },
  "task.output": {
    keys: ["o"],
    in: ["board", "task", "single", "reviewers"],
    does: "output of checks",
  },
  "task.worktree": {
    keys: ["w"],
    in: ["board", "summary", "task", "single"],
    does: "shell in its worktree",
  },
  "board.repository": { keys: ["f"], in: ["board"], does: "next repository" },
  "task.comment": { keys: ["c"], in: ["task", "single"], does: "comment on the task" },
  "task.edit": { keys: ["e"], in: ["task", "single", "diff"], does: "open in $EDITOR" },
  "board.worktree": { keys: ["d"], in: ["board"], does: "check your files" },
  "board.branch": { keys: ["b"], in: ["board"], does: "check your branch" },
  "board.left": { keys: ["h", "Left"], in: ["board"], does: "column" },
  "board.right": { keys: ["l", "Right"], in: ["board"], does: "column" },
  "diff.left": { keys: ["h", "Left"], in: ["diff"], does: "sideways" },
  "diff.right": { keys: ["l", "Right"], in: ["diff"], does: "sideways" },
  "diff.nextHunk": { keys: ["]"], in: ["diff"], does: "next hunk" },
  "diff.previousHunk": { keys: ["["], in: ["diff"], does: "previous hunk" },
  "diff.nextStop": { keys: ["}"], in: ["diff"], does: "next finding or comment" },
  "diff.previousStop": { keys: ["{"], in: ["diff"], does: "previous finding or comment" },
  "diff.nextFile": { keys: ["J"], in: ["diff"], does: "next file" },
  "diff.previousFile": { keys: ["K"], in: ["diff"], does: "previous file" },
  "diff.comment": { keys: ["c"], in: ["diff"], does: "comment" },
  "diff.range": { keys: ["V"], in: ["diff"], does: "begin a range of lines" },
  "diff.accept": { keys: ["+"], in: ["diff"], does: "finding into feedback" },
  "diff.dismiss": { keys: ["-"], in: ["diff"], does: "dismiss finding" },
  "diff.viewed": { keys: ["v"], in: ["diff"], does: "mark file or hunk read" },
  "diff.order": { keys: ["o"], in: ["diff"], does: "order of files" },
  "diff.split": { keys: ["s"], in: ["diff"], does: "split or unified" },
  "diff.space": { keys: ["w"], in: ["diff"], does: "white space" },
  "diff.load": { keys: ["Enter"], in: ["diff"], does: "open a closed file" },
  "diff.more": { keys: ["z"], in: ["diff"], does: "more lines around" },
  "diff.rounds": { keys: ["b"], in: ["diff"], does: "pick two rounds" },
  "diff.pager": { keys: ["|"], in: ["diff"], does: "in your $PAGER" },
  "diff.tool": { keys: ["T"], in: ["diff"], does: "in your difftool" },
  "nav.down": { keys: ["j", "Down"], in: LISTS, does: "line" },
  "nav.up": { keys: ["k", "Up"], in: LISTS, does: "line" },
  "nav.top": { keys: ["g", "Home"], in: LISTS, does: "top" },
  "nav.end": { keys: ["G", "End"], in: LISTS, does: "end" },
  "nav.halfDown": { keys: ["Ctrl+D"], in: LISTS, does: "half page" },
  "nav.halfUp": { keys: ["Ctrl+U"], in: LISTS, does: "half page" },
  "nav.pageDown": { keys: ["PgDn"], in: LISTS, does: "page" },
  "nav.space": { keys: ["Space"], in: SPACED, does: "page" },
  "nav.pageUp": { keys: ["PgUp"], in: LISTS, does: "page" },
  "pane.next": { keys: ["Tab"], in: PANED, does: "next pane or section" },
  "pane.previous": { keys: ["Shift+Tab"], in: PANED, does: "previous pane or section" },
  "choose.this": {
    keys: ["Enter"],
    in: ["mode", "later", "release", "rounds"],
    does: "choose",
    decides: "for",
  },
  "activity.open": { keys: ["L"], in: ["board"], does: "activity" },
  "activity.task": { keys: ["Enter"], in: ["activity"], does: "open task" },
  "activity.follow": { keys: ["f"], in: ["activity"], does: "to the newest" },
  "activity.export": { keys: ["E"], in: ["activity"], does: "into a file" },
  "activity.all": { keys: ["1"], in: ["activity"], does: "all entries" },
  "activity.mine": { keys: ["2"], in: ["activity"], does: "yours alone" },
  "activity.decisions": { keys: ["3"], in: ["activity"], does: "decisions alone" },
  "activity.agents": { keys: ["4"], in: ["activity"], does: "those of agents" },
  "activity.errors": { keys: ["5"], in: ["activity"], does: "what went wrong" },
  "sprint.open": { keys: ["S"], in: ["board"], does: "sprint" },
  "sprint.pause": {
    keys: ["Space"],
    in: ["sprint"],
    does: "pause or resume the sprint",
    decides: "for",
  },
  "sprint.add": { keys: ["+"], in: ["sprint"], does: "add tasks" },
  "sprint.stop": { keys: ["!"], in: ["sprint"], does: "stop the sprint" },
  "sprint.stopNow": { keys: ["Y", "y"], in: ["stop"], does: "stop it", decides: "for" },
  "plan.toggle": { keys: ["Space"], in: ["planning"], does: "choose task" },
  "plan.all": { keys: ["a"], in: ["planning"], does: "all or none" },
  "plan.target": { keys: ["Tab"], in: ["planning"], does: "target" },
  "plan.more": { keys: ["+"], in: ["planning"], does: "one more" },
  "plan.less": { keys: ["-"], in: ["planning"], does: "one less" },
  "plan.pause": { keys: ["p"], in: ["planning"], does: "pause on failure" },
  "plan.start": { keys: ["Enter"], in: ["planning"], does: "start sprint", decides: "for" },
  "reviewers.retry": {
    keys: ["+"],
    in: ["reviewers"],
    does: "retry reviewer",
    decides: "for",
  },
  "reviewers.cancel": {
    keys: ["-"],
    in: ["reviewers"],
    does: "cancel reviewer",
    decides: "for",
  },
  "reviewers.task": { keys: ["Enter"], in: ["reviewers"], does: "details of the task" },
  "merges.open": { keys: ["M"], in: ["board", "sprint"], does: "let stopped merges go on" },
  "merges.accept": {
    keys: ["Y", "y"],
    in: ["merges"],
    does: "accept the commit on screen",
    decides: "for",
  },
  "sprint.task": { keys: ["Enter"], in: ["sprint"], does: "open task" },
  "list.filter": {
    keys: ["/"],
    in: ["board", "summary", "activity", "diff", "sprint"],
    does: "filter",
  },
  "app.command": { keys: [":", "Ctrl+P"], in: "everywhere", does: "command line" },
  "app.help": { keys: ["?"], in: "everywhere", does: "this help" },
  "app.redraw": { keys: ["Ctrl+L"], in: "everywhere", does: "redraw, ask again" },
  "app.back": { keys: ["Esc"], in: "everywhere", does: "back, cancel" },
  "app.close": { keys: ["q"], in: "everywhere", does: "back; on the board: quit" },
  "app.mouse": { keys: [], in: "everywhere", does: "mouse on or off" },
  "app.stop": { keys: ["Ctrl+Z"], in: "everywhere", does: "to the shell; fg comes back" },
  "app.quit": { keys: ["Ctrl+C"], in: "everywhere", does: "quit; work goes on" },
} as const satisfies Record<string, CommandSpec>;

export type CommandId = keyof typeof COMMANDS;
