import { codePointName, hiddenSign, revealHidden } from "@countersign/review";

/** White space may shrink; what lies further behind is cut in any case and costs no time. */
const READ_AHEAD = 4;

export type DisplayOptions = {
  /** Keep line feeds and tabs; left out, they are shown like any other control. */
  lines?: boolean;
  ascii?: boolean;
};

/**
 * Makes untrusted text safe to print: it cannot move the cursor, change a colour or hide
 * characters. Every title, finding, file name and patch goes through here before it reaches a terminal.
 */
export function display(
  text: string,
  { lines = false, ascii = false }: DisplayOptions = {},
): string {
  return revealHidden(text, (char) => {
    if (lines && (char === "\n" || char === "\t")) return char;
    return ascii ? `<${codePointName(char)}>` : hiddenSign(char);
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
