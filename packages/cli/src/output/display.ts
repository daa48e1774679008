/** Whatever a terminal would obey or a reader would not see: controls, bidi marks, zero-width and odd separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const PICTURES = 0x2400;
const DELETE = 0x7f;
const DELETE_PICTURE = 0x2421;

/** White space may shrink; what lies further behind is cut in any case and costs no time. */
const READ_AHEAD = 4;

export type DisplayOptions = {
  /** Keep line feeds and tabs; left out, they are shown like any other control. */
  lines?: boolean;
  ascii?: boolean;
};

/**
 * Makes text that somebody else wrote safe to print: nothing in it can move the cursor, change a colour or
 * hide. Every title, finding, file name and patch goes through here before it reaches a terminal.
 */
export function display(
  text: string,
  { lines = false, ascii = false }: DisplayOptions = {},
): string {
  return text.replaceAll(UNSEEN, (char) => {
    if (lines && (char === "\n" || char === "\t")) return char;
    return visible(char.codePointAt(0) ?? 0, ascii);
  });
}

/** Like `display`, on one line and at most so long; what is cut ends with three dots. */
export function displayShort(
  text: string,
  most: number,
  options: { ascii?: boolean } = {},
): string {
  const head = text.slice(0, most * READ_AHEAD).replace(/[\uD800-\uDBFF]$/, "");
  const points = [...display(head.replaceAll(/\s+/g, " ").trim(), options)];
  if (points.length <= most && head.length === text.length) return points.join("");
  return `${points.slice(0, most - 3).join("")}...`;
}

function visible(code: number, ascii: boolean): string {
  if (!ascii && code < 0x20) return String.fromCodePoint(PICTURES + code);
  if (!ascii && code === DELETE) return String.fromCodePoint(DELETE_PICTURE);
  const hex = code.toString(16).toUpperCase().padStart(4, "0");
  return ascii ? `<U+${hex}>` : `‹U+${hex}›`;
}
