/** How text for people looks here. */
export type Style = {
  ascii: boolean;
  width: number;
  paint(kind: PaintText, text: string): string;
};

export type PaintText =
  | "strong"
  | "faint"
  | "good"
  | "warn"
  | "bad"
  | "added"
  | "removed"
  | "place";

const CODES: Readonly<Record<PaintText, string>> = {
  strong: "1",
  faint: "2",
  good: "32",
  warn: "33",
  bad: "31",
  added: "32",
  removed: "31",
  place: "36",
};

const ESCAPE = String.fromCodePoint(0x1b);
const DEFAULT_WIDTH = 100;

export type StyleInput = {
  color: "auto" | "always" | "never";
  ascii: boolean;
  env: Readonly<Record<string, string | undefined>>;
  stream: { isTTY?: boolean; columns?: number };
};

export function createStyle({ color, ascii, env, stream }: StyleInput): Style {
  const coloured = wantsColour(color, env, stream.isTTY === true);
  return {
    ascii: ascii || isSet(env.COUNTERSIGN_ASCII) || !speaksUtf8(env),
    width: stream.isTTY === true ? (stream.columns ?? DEFAULT_WIDTH) : DEFAULT_WIDTH,
    paint: (kind, text) =>
      coloured && text !== "" ? `${ESCAPE}[${CODES[kind]}m${text}${ESCAPE}[0m` : text,
  };
}

/** What was asked for on the command line wins; then NO_COLOR, then FORCE_COLOR, then the terminal. */
export function wantsColour(
  color: StyleInput["color"],
  env: StyleInput["env"],
  isTerminal: boolean,
): boolean {
  if (color !== "auto") return color === "always";
  if (isSet(env.NO_COLOR)) return false;
  if (isSet(env.FORCE_COLOR)) return env.FORCE_COLOR !== "0";
  return isTerminal && env.TERM !== "dumb";
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== "";
}

/** Without any word about the locale we assume what nearly every terminal can do. */
function speaksUtf8({ LC_ALL, LC_CTYPE, LANG }: StyleInput["env"]): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find(isSet);
  return locale === undefined || /utf-?8/i.test(locale);
}
