/**
 * Why a reader does not see the text: it runs backwards, has no width, hides in tags, or controls the terminal.
 */
type HiddenKind = "bidi" | "tag" | "zero_width" | "control" | "invisible";

/** `column` counts characters from 1. */
export type HiddenText = { kind: HiddenKind; codePoint: number; column: number };

const MAX_PER_LINE = 50;

/** All characters that may be hidden. Characters of ordinary text are excluded afterwards. */
const SUSPECT =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u{FFF9}-\u{FFFB}\u{2800}\u{1D159}]/gu;

const BIDI = /\p{Bidi_Control}/u;
const TAG = /[\u{E0000}-\u{E007F}]/u;
const ZERO_WIDTH = /[\u{180E}\u{200B}-\u{200D}\u{2060}\u{FEFF}]/u;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

const JOINER = "\u{200D}";
const NON_JOINER = "\u{200C}";
const BYTE_ORDER_MARK = "\u{FEFF}";

const PICTURE_END = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;

/** Scripts in which a joiner changes the shape of letters. */
const JOINING =
  "[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}" +
  "\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}" +
  "\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}]";
const JOINING_END = new RegExp(`${JOINING}$`, "u");
const JOINING_START = new RegExp(`^${JOINING}`, "u");

/** ASCII digits and signs are emoji only as keycaps, with an enclosing frame after the selector. */
const SELECTABLE = /[[\p{Emoji}\p{S}\p{Script=Han}]--\p{ASCII}]$/v;
const KEY_END = /[0-9#*]$/;
const KEY_FRAME = "\u{20E3}";

const BLANK_CELL = "\u{2800}";
const CELL = /[\u{2801}-\u{28FF}]/u;
const SELECTOR = /[\u{FE00}-\u{FE0F}]/u;
const HAN_SELECTOR = /[\u{E0100}-\u{E01EF}]/u;
const HAN_END = /\p{Script=Han}$/u;

/**
 * Finds characters that a reader of the line would not see, in linear time.
 *
 * Tab, the end of the line, the parts of emoji and the joiners of scripts that need them are ordinary.
 */
export function findHiddenText(
  line: string,
  place: { startsFile: boolean } = { startsFile: false },
): HiddenText[] {
  const found: HiddenText[] = [];
  let counted = { units: 0, chars: 0 };
  for (const { 0: char, index } of line.matchAll(SUSPECT)) {
    if (found.length >= MAX_PER_LINE) break;
    if (isOrdinary(line, char, index, place.startsFile)) continue;
    counted = countTo(line, counted, index);
    const codePoint = char.codePointAt(0) ?? 0;
    found.push({ kind: kindOf(char), codePoint, column: counted.chars + 1 });
  }
  return found;
}

function isOrdinary(line: string, char: string, index: number, startsFile: boolean): boolean {
  if (char === "\t") return true;
  if (char === "\r") return index === line.length - 1;
  if (char === BYTE_ORDER_MARK) return startsFile && index === 0;
  return belongsToNeighbours(line, char, index);
}

function belongsToNeighbours(line: string, char: string, index: number): boolean {
  // Two code units before and after contain one character each, in any plane.
  const before = line.slice(Math.max(0, index - 2), index);
  const after = line.slice(index + char.length, index + char.length + 2);
  if (char === JOINER && PICTURE_END.test(before) && PICTURE.test(after)) return true;
  if (char === JOINER || char === NON_JOINER) {
    return JOINING_END.test(before) && JOINING_START.test(after);
  }
  if (char === BLANK_CELL) return CELL.test(before) || CELL.test(after);
  if (SELECTOR.test(char)) return isSelected(before, after);
  return HAN_SELECTOR.test(char) && HAN_END.test(before);
}

function isSelected(before: string, after: string): boolean {
  return SELECTABLE.test(before) || (KEY_END.test(before) && after.startsWith(KEY_FRAME));
}

function countTo(
  line: string,
  from: { units: number; chars: number },
  index: number,
): { units: number; chars: number } {
  const between = Array.from(line.slice(from.units, index)).length;
  return { units: index, chars: from.chars + between };
}

function kindOf(char: string): HiddenKind {
  if (BIDI.test(char)) return "bidi";
  if (TAG.test(char)) return "tag";
  if (ZERO_WIDTH.test(char)) return "zero_width";
  return CONTROL.test(char) ? "control" : "invisible";
}
