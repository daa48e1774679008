import { NO_THEMES, type OwnThemes } from "./read-themes.ts";
import { isThemeName, THEMES, type Theme } from "./themes.ts";

/** How everything looks here. */
export type Look = { readonly theme: Theme; readonly ascii: boolean };

/**
 * Without colours every theme is `mono`. Without a name it is the one that the person's file wants; a name
 * that is not known is the terminal's own colours.
 */
export function lookOf(
  name: string | null,
  colours: boolean,
  ascii: boolean,
  own: OwnThemes = NO_THEMES,
): Look {
  if (!colours) return { theme: THEMES.mono, ascii };
  const wanted = name ?? own.use ?? "terminal";
  const theme = isThemeName(wanted) ? THEMES[wanted] : own.themes.get(wanted);
  return { theme: theme ?? THEMES.terminal, ascii };
}
