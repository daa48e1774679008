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
