import type { PanelId } from "@countersign/review";
import type { WebCommandId } from "./web-commands.ts";

/** What each command does on a part of the screen. */
export type ScreenCommands = Partial<Record<WebCommandId, () => void>>;

const LEVELS = ["frame", "page", "dialog"] as const;
export type Level = (typeof LEVELS)[number];

type Layer = { panel: PanelId; level: Level; handlers: () => ScreenCommands };

type AvailableCommand = { id: WebCommandId; run: () => void };

export type Layers = {
  /** Puts a layer in front of those of its level until the returned function is called. */
  add(layer: Layer): () => void;
  /** Returns the panels of the front-most level, the last one first. */
  frontPanels(): PanelId[];
  /** Returns the handler of the front-most layer that has one. */
  find(id: WebCommandId): (() => void) | null;
  available(): AvailableCommand[];
};

/** Keeps the commands of what is on screen. Dialogs lie in front of the page, the page in front of the frame. */
export function createLayers(): Layers {
  const layers: Layer[] = [];
  const find = (id: WebCommandId): (() => void) | null =>
    layers.findLast((layer) => layer.handlers()[id] !== undefined)?.handlers()[id] ?? null;
  return {
    find,
    add(layer) {
      layers.push(layer);
      layers.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
      return () => {
        layers.splice(layers.indexOf(layer), 1);
      };
    },
    frontPanels() {
      const level = layers.at(-1)?.level;
      const front = layers.filter((layer) => layer.level === level).map(({ panel }) => panel);
      return [...new Set(front.toReversed())];
    },
    available() {
      const ids = layers.flatMap((layer) => Object.keys(layer.handlers()) as WebCommandId[]);
      return [...new Set(ids)].flatMap((id) => {
        const run = find(id);
        return run === null ? [] : [{ id, run }];
      });
    },
  };
}
