import { describe, expect, it } from "vitest";
import type { Panel } from "../panels/panel.ts";
import { commandFor, createKeymap, decides } from "./keymap.ts";

const keymap = createKeymap();

describe("the keys of the modes document", () => {
  it.each<[string, Panel, string]>([
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
  ])("%s in %s is %s", (key, panel, command) => {
    expect(commandFor(keymap, key, panel)).toBe(command);
    const isOfBothCases = "RAXDNP".includes(key);
    if (isOfBothCases) expect(commandFor(keymap, key.toLowerCase(), panel)).toBe(command);
  });
});

describe("the keymap", () => {
  it("has no key with two meanings in one place", () => {
    expect(keymap.problems).toEqual([]);
  });

  it("tells other letters apart by their case", () => {
    expect(commandFor(keymap, "l", "board")).toBe("board.right");
    expect(commandFor(keymap, "L", "board")).toBe("activity.open");
  });

  it("takes a person's own keys, and says what is wrong with them", () => {
    const own = createKeymap({ "review.approve": "F", "review.reject": false, "no.such": "x" });
    expect(commandFor(own, "F", "task")).toBe("review.approve");
    expect(commandFor(own, "A", "task")).toBeNull();
    expect(commandFor(own, "X", "task")).toBeNull();
    expect(own).toMatchObject({ changed: 2, problems: ["there is no command no.such"] });
    expect(createKeymap({ "review.diff": "N" }).problems[0]).toContain("N in task is");
  });

  it("knows which keys decide", () => {
    const deciding = [...keymap.specs.keys()].filter((id) => decides(keymap, id));
    expect(deciding).toEqual([
      "review.approveAll",
      "review.approve",
      "review.undo",
      "confirm.yes",
      "choose.this",
    ]);
  });
});
