import { isThemeName, THEMES, type Theme } from "./themes.ts";

/** How everything looks here. */
export type Look = { readonly theme: Theme; readonly ascii: boolean };

/** Without colours every theme is `mono`; a name that is not known is the terminal's own colours. */
export function lookOf(name: string, colours: boolean, ascii: boolean): Look {
  if (!colours) return { theme: THEMES.mono, ascii };
  return { theme: isThemeName(name) ? THEMES[name] : THEMES.terminal, ascii };
}
