import { describe, expect, it } from "vitest";
import { pressedKey } from "./pressed-key.ts";

const NONE = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false };

describe("pressedKey", () => {
  it.each([
    [{ key: "a" }, "a"],
    [{ key: "A", shiftKey: true }, "A"],
    [{ key: " " }, "Space"],
    [{ key: "ArrowDown" }, "Down"],
    [{ key: "Escape" }, "Esc"],
    [{ key: "PageUp" }, "PgUp"],
    [{ key: "d", ctrlKey: true }, "Ctrl+D"],
    [{ key: "Tab", shiftKey: true }, "Shift+Tab"],
    [{ key: "a", altKey: true }, null],
    [{ key: "c", metaKey: true }, null],
  ])("names %o as the command table does", (event, name) => {
    expect(pressedKey({ ...NONE, ...event })).toBe(name);
  });
});
