export type { EnginePort } from "./data/engine-port.ts";
export { openTui, type TuiEnding, type TuiSettings } from "./open-tui.ts";
export { NO_THEMES, type OwnThemes, readThemes } from "./theme/read-themes.ts";
export { createTourEngine } from "./tour/create-tour-engine.ts";
