import { describe, expect, it } from "vitest";
import { createField, EMPTY_FIELD, editField, type TextField } from "./text-field.ts";

function typed(...keys: readonly string[]): TextField {
  let field = EMPTY_FIELD;
  for (const key of keys) field = editField(field, key, true) ?? field;
  return field;
}

describe("a text field", () => {
  it("takes letters where the cursor is", () => {
    expect(typed("a", "c", "Left", "b")).toEqual({ text: "abc", at: 2 });
    expect(typed("ü", "Space", "日", "Backspace").text).toBe("ü ");
  });

  it("begins a new line with Ctrl+J and Alt+Enter, and only where there may be several", () => {
    expect(typed("a", "Ctrl+J", "b", "Alt+Enter").text).toBe("a\nb\n");
    expect(editField(createField("a"), "Ctrl+J", false)).toBeNull();
  });

  it("moves and erases by word and line", () => {
    expect(editField(createField("one two"), "Ctrl+W", true)?.text).toBe("one");
    expect(editField(createField("one\ntwo"), "Ctrl+U", true)?.text).toBe("one\n");
    expect(editField(createField("one\ntwo"), "Up", true)?.at).toBe(3);
    expect(editField({ text: "one\ntwo", at: 1 }, "Down", true)?.at).toBe(5);
    expect(editField({ text: "one\ntwo", at: 5 }, "Home", true)?.at).toBe(4);
    expect(editField({ text: "one\ntwo", at: 1 }, "End", true)?.at).toBe(3);
  });

  it("knows nothing of other keys", () => {
    expect(editField(EMPTY_FIELD, "Esc", true)).toBeNull();
    expect(editField(EMPTY_FIELD, "Ctrl+C", true)).toBeNull();
  });
});
