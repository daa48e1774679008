export type { EnginePort } from "./data/engine-port.ts";
export { NOTHING_UNSENT, type Unsent } from "./model/unsent.ts";
export { openTui, type TuiEnding, type TuiSettings } from "./open-tui.ts";
export { NO_THEMES, type OwnThemes, readThemes } from "./theme/read-themes.ts";
export { createTourEngine } from "./tour/create-tour-engine.ts";
