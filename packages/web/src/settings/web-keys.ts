import type { KeyChanges } from "@countersign/review";

/** The keys that differ from those of the terminal: Ctrl+P prints in a browser. */
export const WEB_KEYS: KeyChanges = { "app.command": ["Ctrl+K", ":"] };
