import { z } from "zod";
import { isPaint, isThemeName, THEME_NAMES, THEMES, type Theme } from "./themes.ts";

/** The person's own themes, and the default one. */
export type OwnThemes = {
  readonly use: string | null;
  readonly themes: ReadonlyMap<string, Theme>;
};

export const NO_THEMES: OwnThemes = { use: null, themes: new Map() };

const MAX_THEMES = 50;
const File = z.strictObject({
  use: z.string().min(1).max(100).optional(),
  themes: z
    .record(z.string().min(1).max(100), z.record(z.string().max(100), z.string().max(100)))
    .default({}),
});

/** Reads a theme file; an invalid file yields no themes and an error message. */
export function readThemes(
  given: unknown,
): { ok: true; own: OwnThemes } | { ok: false; problem: string } {
  const read = File.safeParse(given);
  if (!read.success) return wrong('it is not {"use": ..., "themes": {name: {paint: look}}}');
  const { use = null, themes } = read.data;
  const named = Object.entries(themes);
  if (named.length > MAX_THEMES) return wrong(`it has more than ${MAX_THEMES} themes`);
  const made = new Map<string, Theme>();
  for (const [name, looks] of named) {
    const theme = readTheme(name, looks);
    if (typeof theme === "string") return wrong(`${name}: ${theme}`);
    made.set(name, theme);
  }
  if (use !== null && !made.has(use) && !isThemeName(use))
    return wrong(`there is no theme ${use} to use`);
  return { ok: true, own: { use, themes: made } };
}

function wrong(problem: string): { ok: false; problem: string } {
  return { ok: false, problem };
}

/** Reads a theme that extends one of ours; returns a text if it is invalid. */
function readTheme(name: string, { from = "terminal", ...looks }: Record<string, string>) {
  if (isThemeName(name)) return "that is the name of one of ours";
  if (!isThemeName(from)) return `from must be one of ${THEME_NAMES.join(", ")}`;
  let theme: Theme = THEMES[from];
  for (const [paint, look] of Object.entries(looks)) {
    if (!isPaint(paint)) return `there is nothing called ${paint} to paint`;
    const style = readStyle(look);
    if (style === null) return `${paint}: "${look}" is no look`;
    theme = { ...theme, [paint]: style };
  }
  return theme;
}

const STYLES: Readonly<Record<string, string>> = {
  bold: "1",
  faint: "2",
  italic: "3",
  underline: "4",
  inverse: "7",
};

const COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const FOREGROUND = 30;
const BRIGHT = 60;
/** The offset from a text colour to the same background colour. */
const BEHIND = 10;

/**
 * Converts a style such as `bold #7fd88f`, `underline cyan on 235` or `plain` into SGR parameters.
 * Returns null for an invalid style; the result contains only numbers and semicolons.
 */
export function readStyle(look: string): string | null {
  if (look.trim().toLowerCase() === "plain") return "";
  const words = look
    .trim()
    .toLowerCase()
    .replaceAll(/\bon\s+(?=\S)/gu, ON)
    .split(/\s+/u);
  const codes = words.map(codeOf);
  return codes.includes(null) ? null : codes.join(";");
}

/** Marks a background colour. */
const ON = "on:";

function codeOf(word: string): string | null {
  if (word.startsWith(ON)) return colourCode(word.slice(ON.length), BEHIND);
  return STYLES[word] ?? colourCode(word, 0);
}

function colourCode(word: string, behind: number): string | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(word);
  if (hex !== null) {
    const parts = hex.slice(1).map((part) => Number.parseInt(part, 16));
    return `${FOREGROUND + 8 + behind};2;${parts.join(";")}`;
  }
  if (/^\d{1,3}$/.test(word) && Number(word) < 256) {
    return `${FOREGROUND + 8 + behind};5;${Number(word)}`;
  }
  const isBright = word.startsWith("bright-");
  const at = COLOURS.indexOf(isBright ? word.slice("bright-".length) : word);
  return at === -1 ? null : String(FOREGROUND + at + behind + (isBright ? BRIGHT : 0));
}
