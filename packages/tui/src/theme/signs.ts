/** Every sign beyond letters that we draw ourselves. */
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

export const BOX = {
  horizontal: "─",
  vertical: "│",
  topLeft: "┌",
  topRight: "┐",
  bottomLeft: "└",
  bottomRight: "┘",
  left: "├",
  right: "┤",
  down: "┬",
  up: "┴",
  cross: "┼",
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
const CORNERS = new Set<string>(Object.values(BOX).filter((sign) => ASCII[sign] === undefined));

/** The sign for a terminal that has no other; always one cell. */
export function asciiSign(sign: string): string {
  return ASCII[sign] ?? (CORNERS.has(sign) ? "+" : "?");
}
