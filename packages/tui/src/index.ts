/** The public surface of the terminal panels. */
export type { EnginePort } from "./app/engine-port.ts";
export { mergeMarks, type ReadMarks, readMarks } from "./diff/read-marks.ts";
export type { KeyChanges } from "./keys/keymap.ts";
export { openTui, type TuiEnding, type TuiSettings } from "./open-tui.ts";
export { type RedoDrafts, readRedoDrafts } from "./redo/read-drafts.ts";
export { NO_THEMES, type OwnThemes, readThemes } from "./theme/read-themes.ts";
export { createTourEngine } from "./tour/create-tour-engine.ts";
