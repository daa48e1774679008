import type { Paint } from "./paint.ts";

/** The SGR parameters of each paint; an empty text leaves it plain. */
export type Theme = Readonly<Record<Paint, string>>;

/** Symbols and words carry the meaning; without colours there are bold, faint and inverse. */
const MONO: Theme = {
  plain: "",
  strong: "1",
  faint: "2",
  good: "",
  warn: "1",
  bad: "1",
  added: "1",
  removed: "2",
  addedPart: "1;4",
  removedPart: "2;4",
  place: "",
  key: "1",
  selected: "7",
  cursor: "7",
  word: "",
  quote: "",
  number: "",
  name: "",
  remark: "",
  note: "2",
};

/** The terminal's own sixteen colours, and never a background behind code. */
const TERMINAL: Theme = {
  ...MONO,
  good: "32",
  warn: "33",
  bad: "31",
  added: "32",
  removed: "31",
  addedPart: "1;4;32",
  removedPart: "1;4;31",
  place: "36",
  key: "36",
  word: "35",
  quote: "33",
  number: "36",
  name: "1",
  remark: "2",
};

const DARK: Theme = {
  ...TERMINAL,
  good: "38;5;114",
  warn: "38;5;221",
  bad: "38;5;203",
  added: "38;5;114",
  removed: "38;5;203",
  addedPart: "1;4;38;5;114",
  removedPart: "1;4;38;5;203",
  place: "38;5;117",
  key: "38;5;117",
  word: "38;5;183",
  quote: "38;5;222",
  number: "38;5;117",
  remark: "38;5;246",
};

const LIGHT: Theme = {
  ...TERMINAL,
  good: "38;5;28",
  warn: "38;5;94",
  bad: "38;5;124",
  added: "38;5;28",
  removed: "38;5;124",
  addedPart: "1;4;38;5;28",
  removedPart: "1;4;38;5;124",
  place: "38;5;24",
  key: "38;5;24",
  word: "38;5;90",
  quote: "38;5;94",
  number: "38;5;24",
  remark: "38;5;243",
};

/** For people with red-green colour blindness. */
const BLUE_ORANGE: Theme = {
  ...TERMINAL,
  good: "38;5;75",
  warn: "38;5;222",
  bad: "38;5;208",
  added: "38;5;75",
  removed: "38;5;208",
  addedPart: "1;4;38;5;75",
  removedPart: "1;4;38;5;208",
};

const HIGH_CONTRAST: Theme = {
  ...TERMINAL,
  faint: "",
  note: "",
  good: "1;92",
  warn: "1;93",
  bad: "1;91",
  added: "1;92",
  removed: "1;91",
  addedPart: "1;4;92",
  removedPart: "1;4;91",
  place: "1;96",
  key: "1;96",
  word: "1;95",
  quote: "1;93",
  number: "1;96",
  remark: "3",
};

export const THEMES = {
  terminal: TERMINAL,
  dark: DARK,
  light: LIGHT,
  "blue-orange": BLUE_ORANGE,
  "high-contrast": HIGH_CONTRAST,
  mono: MONO,
} as const;
export type ThemeName = keyof typeof THEMES;
export const THEME_NAMES: readonly ThemeName[] = [
  "terminal",
  "dark",
  "light",
  "blue-orange",
  "high-contrast",
  "mono",
];

export function isPaint(name: string): name is Paint {
  return Object.hasOwn(MONO, name);
}

export function isThemeName(name: string): name is ThemeName {
  return THEME_NAMES.some((known) => known === name);
}
