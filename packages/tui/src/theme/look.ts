import { NO_THEMES, type OwnThemes } from "./read-themes.ts";
import { isThemeName, THEMES, type Theme } from "./themes.ts";

/** The appearance of the program. */
export type Look = { readonly theme: Theme; readonly ascii: boolean };

/**
 * Selects the theme. Without colours every theme is `mono`. The default is the theme in the
 * person's file; an unknown name selects the terminal's own colours.
 */
export function selectLook(
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
