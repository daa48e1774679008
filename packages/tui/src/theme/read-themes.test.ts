import { describe, expect, it } from "vitest";
import { selectLook } from "./look.ts";
import { readStyle, readThemes } from "./read-themes.ts";
import { THEMES } from "./themes.ts";

describe("a look in words", () => {
  it.each([
    ["plain", ""],
    ["bold", "1"],
    ["red", "31"],
    ["bright-cyan", "96"],
    ["114", "38;5;114"],
    ["#7fd88f", "38;2;127;216;143"],
    ["bold #7FD88F", "1;38;2;127;216;143"],
    ["underline cyan on 235", "4;36;48;5;235"],
    ["white on bright-red", "37;101"],
    ["black on #000000", "30;48;2;0;0;0"],
    ["  faint   italic inverse ", "2;3;7"],
  ])("%s is %s", (look, codes) => {
    expect(readStyle(look)).toBe(codes);
  });

  it.each([
    "",
    "on",
    "red on",
    "on bold",
    "256",
    "#fff",
    "mauve",
    "1;31",
    "\u001b[31m",
    "plain red",
  ])("%j is none", (look) => {
    expect(readStyle(look)).toBeNull();
  });
});

describe("themes of one's own", () => {
  it("stand on one of ours, and are used by name or where none is named", () => {
    const read = readThemes({
      use: "mine",
      themes: { mine: { from: "dark", added: "#00ff00", key: "bold blue" } },
    });
    if (!read.ok) throw new Error(read.problem);
    const { own } = read;
    const wanted = { ...THEMES.dark, added: "38;2;0;255;0", key: "1;34" };
    expect(selectLook("mine", true, false, own).theme).toEqual(wanted);
    expect(selectLook(null, true, false, own).theme).toEqual(wanted);
    expect(selectLook("light", true, false, own).theme).toBe(THEMES.light);
    expect(selectLook("mine", false, false, own).theme).toBe(THEMES.mono);
    expect(selectLook("no such", true, false, own).theme).toBe(THEMES.terminal);
  });

  it("may only choose one of ours", () => {
    const read = readThemes({ use: "high-contrast" });
    expect(read).toMatchObject({ ok: true, own: { use: "high-contrast" } });
  });

  it.each([
    [[], "it is not"],
    [{ themes: { mine: { added: 5 } } }, "it is not"],
    [{ colours: {} }, "it is not"],
    [{ themes: { dark: {} } }, "dark: that is the name of one of ours"],
    [{ themes: { mine: { from: "solar" } } }, "mine: from must be one of terminal, dark"],
    [{ themes: { mine: { addd: "red" } } }, "mine: there is nothing called addd to paint"],
    [{ themes: { mine: { added: "1;31" } } }, 'mine: added: "1;31" is no look'],
    [{ use: "mine" }, "there is no theme mine to use"],
  ])("%j: %s", (given, problem) => {
    const read = readThemes(given);
    expect(read.ok ? "" : read.problem).toContain(problem);
  });
});
