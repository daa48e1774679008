import { describe, expect, it } from "vitest";
import type { PanelId } from "./command-table.ts";
import { createKeymap, decisionKind, findCommand } from "./keymap.ts";

const keymap = createKeymap();

describe("the keys of the modes document", () => {
  it.each<[string, PanelId, string]>([
    ["R", "board", "review.open"],
    ["A", "summary", "review.approveAll"],
    ["Enter", "summary", "review.oneByOne"],
    ["A", "task", "review.approve"],
    ["R", "task", "review.redo"],
    ["X", "task", "review.reject"],
    ["D", "task", "review.diff"],
    ["N", "task", "review.next"],
    ["P", "task", "review.previous"],
    ["Esc", "task", "app.back"],
    ["Esc", "summary", "app.back"],
    ["S", "board", "sprint.open"],
  ])("%s in %s is %s [R-175]", (key, panel, command) => {
    expect(findCommand(keymap, key, panel)).toBe(command);
    const isOfBothCases = "RAXDNP".includes(key);
    if (isOfBothCases) expect(findCommand(keymap, key.toLowerCase(), panel)).toBe(command);
  });
});

/** What the table of the design has beyond that; what is not among it is named in docs/terminal.md. */
describe("the other keys of the table", () => {
  it.each<[keys: string, panels: readonly PanelId[], command: string]>([
    ["j Down", ["board", "summary", "diff", "activity", "sprint"], "nav.down"],
    ["k Up", ["board", "summary", "diff", "activity", "sprint"], "nav.up"],
    ["h Left", ["board"], "board.left"],
    ["l Right", ["board"], "board.right"],
    ["h Left", ["diff"], "diff.left"],
    ["l Right", ["diff"], "diff.right"],
    ["g Home", ["board", "summary", "diff", "why"], "nav.top"],
    ["G End", ["board", "summary", "diff", "why"], "nav.end"],
    ["Ctrl+D", ["board", "diff"], "nav.halfDown"],
    ["Ctrl+U", ["board", "diff"], "nav.halfUp"],
    ["PgDn", ["diff", "summary", "sprint"], "nav.pageDown"],
    ["Space", ["diff", "summary"], "nav.space"],
    ["Space", ["sprint"], "sprint.pause"],
    ["+", ["sprint"], "sprint.add"],
    ["!", ["sprint"], "sprint.stop"],
    ["+", ["reviewers"], "reviewers.retry"],
    ["-", ["reviewers"], "reviewers.cancel"],
    ["Y", ["stop"], "sprint.stopNow"],
    ["M", ["board", "sprint"], "merges.open"],
    ["Y", ["merges"], "merges.accept"],
    ["Space", ["planning"], "plan.toggle"],
    ["a", ["planning"], "plan.all"],
    ["Tab", ["planning"], "plan.target"],
    ["Enter", ["planning"], "plan.start"],
    ["PgUp", ["diff", "summary"], "nav.pageUp"],
    ["Enter", ["board"], "task.open"],
    ["Tab", ["task", "diff", "why"], "pane.next"],
    ["Shift+Tab", ["task", "diff", "why"], "pane.previous"],
    ["o", ["summary"], "review.order"],
    ["o", ["diff"], "diff.order"],
    ["m", ["board", "summary", "task", "sprint"], "review.mode"],
    ["t", ["board", "summary"], "review.later"],
    ["t", ["why"], "review.try"],
    ["I", ["task", "diff"], "review.since"],
    ["b", ["diff"], "diff.rounds"],
    ["W", ["board", "summary", "task", "diff", "sprint"], "review.why"],
    ["U", ["board", "task", "why"], "review.undo"],
    ["]", ["diff"], "diff.nextHunk"],
    ["[", ["diff"], "diff.previousHunk"],
    ["}", ["diff"], "diff.nextStop"],
    ["{", ["diff"], "diff.previousStop"],
    ["J", ["diff"], "diff.nextFile"],
    ["K", ["diff"], "diff.previousFile"],
    ["c", ["diff"], "diff.comment"],
    ["c", ["task", "single"], "task.comment"],
    ["+", ["diff"], "diff.accept"],
    ["-", ["diff"], "diff.dismiss"],
    ["v", ["diff"], "diff.viewed"],
    ["s", ["diff"], "diff.split"],
    ["w", ["diff"], "diff.space"],
    ["z", ["diff"], "diff.more"],
    ["e", ["task", "diff"], "task.edit"],
    ["y", ["task", "diff"], "task.copyId"],
    ["/", ["board", "summary", "activity", "diff", "sprint"], "list.filter"],
    [": Ctrl+P", ["board", "task"], "app.command"],
    ["L", ["board"], "activity.open"],
    ["?", ["board", "task"], "app.help"],
    ["q", ["board", "task"], "app.close"],
    ["Ctrl+L", ["board"], "app.redraw"],
    ["Ctrl+C", ["board"], "app.quit"],
    ["f", ["activity"], "activity.follow"],
    ["E", ["activity"], "activity.export"],
    ["d", ["board"], "board.worktree"],
    ["b", ["board"], "board.branch"],
    ["O", ["task"], "review.override"],
    ["Y", ["confirm"], "confirm.yes"],
  ])("%s in %j is %s", (keys, panels, command) => {
    for (const panel of panels)
      for (const key of keys.split(" ")) expect(findCommand(keymap, key, panel)).toBe(command);
  });
});

describe("the keymap", () => {
  it("has no key with two meanings in one place [D9]", () => {
    expect(keymap.problems).toEqual([]);
  });

  it("tells other letters apart by their case", () => {
    expect(findCommand(keymap, "l", "board")).toBe("board.right");
    expect(findCommand(keymap, "L", "board")).toBe("activity.open");
  });

  it("takes a person's own keys, and says what is wrong with them", () => {
    const own = createKeymap({ "review.approve": "F", "review.reject": false, "no.such": "x" });
    expect(findCommand(own, "F", "task")).toBe("review.approve");
    expect(findCommand(own, "A", "task")).toBeNull();
    expect(findCommand(own, "X", "task")).toBeNull();
    expect(own).toMatchObject({ changed: 2, problems: ["there is no command no.such"] });
    expect(createKeymap({ "review.diff": "N" }).problems[0]).toContain("N in task is");
  });

  it("knows which keys decide", () => {
    const deciding = [...keymap.specs.keys()].filter((id) => decisionKind(keymap, id));
    expect(deciding).toEqual([
      "review.approveAll",
      "review.approve",
      "review.undo",
      "review.ask",
      "confirm.yes",
      "choose.this",
      "sprint.pause",
      "sprint.stopNow",
      "plan.start",
      "reviewers.retry",
      "reviewers.cancel",
      "merges.accept",
    ]);
  });
});
