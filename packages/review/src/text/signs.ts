/** The symbols that screens use, each one cell wide. */
export const SIGNS = {
  tick: "✓",
  cross: "✗",
  turn: "▶",
  live: "●",
  open: "○",
  more: "▼",
  above: "▲",
  here: "▌",
  file: "▸",
  warning: "⚠",
  critical: "✖",
  info: "·",
  draft: "✎",
  cut: "…",
  rule: "─",
  heavy: "═",
  arrow: "→",
  bar: "│",
  range: "┃",
  full: "█",
  empty: "░",
} as const;

const ASCII: Readonly<Record<string, string>> = {
  "✓": "v",
  "✗": "x",
  "▶": ">",
  "●": "*",
  "○": "o",
  "▼": "v",
  "▲": "^",
  "▌": ">",
  "▸": ">",
  "⚠": "!",
  "✖": "X",
  "·": ".",
  "✎": "*",
  "┃": "|",
  "█": "#",
  "░": ".",
  "…": "~",
  "─": "-",
  "═": "=",
  "→": ">",
  "│": "|",
  "‹": "<",
  "›": ">",
};
const CORNERS: ReadonlySet<string> = new Set("┌┐└┘├┤┬┴┼");

/** Returns the ASCII replacement of a symbol, always one cell wide. */
export function asciiSign(sign: string): string {
  return ASCII[sign] ?? (CORNERS.has(sign) ? "+" : "?");
}
