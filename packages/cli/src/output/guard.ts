import { display } from "./display.ts";

const ESCAPE = String.fromCodePoint(0x1b);

/** The colours that `createStyle` writes, and nothing else that begins with an escape. */
const OWN_COLOUR = new RegExp(`(${ESCAPE}\\[(?:0|1|2|7|3[1-6]|9[0-7])m)`, "u");

/**
 * The last look at what goes to a terminal. Texts were made safe where they were put in; if one was
 * forgotten, what is left of it here is a colour at most.
 */
export function guard(text: string, options: { ascii?: boolean } = {}): string {
  return text
    .split(OWN_COLOUR)
    .map((part, index) => (index % 2 === 1 ? part : display(part, { ...options, lines: true })))
    .join("");
}

const UNSEEN_IN_JSON =
  /[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Inside JSON the same characters are written as JSON's own escapes, so that the value stays the same. */
export function guardJson(json: string): string {
  return json.replaceAll(UNSEEN_IN_JSON, (char) =>
    [...Array(char.length).keys()]
      .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
