import { asciiSign } from "../theme/signs.ts";

/** Whatever a terminal would obey or a reader would not see: controls, bidi marks, zero-width and odd separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const EACH_UNSEEN = new RegExp(UNSEEN, "gu");
const PLAIN = /^[ -~]*$/;
const BEYOND_ASCII = /[^ -~]/gu;

const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = 0x2421;
const TAB = "  ";

/**
 * The one function that everything drawn passes. Nothing in what it answers can move the cursor, change a
 * colour or hide; each line stays one line. What it has answered once it answers again unchanged.
 */
export function safeText(text: string, ascii = false): string {
  if (PLAIN.test(text)) return text;
  const shown = UNSEEN.test(text) ? text.replaceAll(EACH_UNSEEN, (char) => visible(char)) : text;
  return ascii ? shown.replaceAll(BEYOND_ASCII, asciiSign) : shown;
}

function visible(char: string): string {
  if (char === "\t") return TAB;
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (code === DELETE) return String.fromCodePoint(DELETE_PICTURE);
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
