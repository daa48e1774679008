import type { CommandId, PanelId } from "@countersign/review";
import type { Need } from "../data/need.ts";
import type { Model } from "../model/model.ts";
import type { Move } from "../model/move.ts";
import type { ModelStep } from "../model/step.ts";
import type { PanelText } from "../screen-reader/screen-text.ts";
import type { Hit, ScreenRow } from "../terminal/row.ts";

export type CommandHandlers = Readonly<Partial<Record<CommandId, (model: Model) => ModelStep>>>;

type Entry = Extract<Hit, { is: "entry" }>;

/** The declaration of a panel. */
export type Panel = {
  readonly id: PanelId;
  /** The data that the panel needs while it is in front. Default: the needs of the current task. */
  needs?(model: Model): readonly Need[];
  /** The commands that this panel implements, wherever they are called. */
  readonly commands?: CommandHandlers;
  /** Moves the selection; a panel without it scrolls its text. */
  move?(model: Model, move: Move): Model;
  /** Draws the rows of the panel. Their spans carry the hit regions. */
  view(model: Model, height: number): ScreenRow[];
  /** Handles a digit key in place of a command. */
  digit?(model: Model, digit: string): Model;
  /** Selects the clicked entry; null selects nothing. */
  hits?(model: Model, entry: Entry): Model | null;
  /** The command of a double click. */
  readonly opens?: CommandId;
  /** The panel for a screen reader. */
  speak(model: Model): PanelText;
  /** The task that commands act on. Default: the task under review. */
  task?(model: Model): string | null;
  /** Panels with a text field get every key, and pasted text. */
  readonly form?: {
    press(model: Model, key: string): ModelStep;
    paste(model: Model, text: string): Model;
    /** The input line for a screen reader. */
    line(model: Model): string | null;
  };
  /** Handles the mouse wheel at a column of the screen. Default: moves three lines. */
  wheel?(model: Model, column: number, move: Move): Model;
  /** A row of keys below the panel. */
  footer?(model: Model): ScreenRow;
  /** Switches to the next or previous pane or section. */
  turnPane?(model: Model, by: -1 | 1): Model;
};

/** Declares a panel: one module with its keys, rows, hit regions and screen-reader text. */
export function definePanel(panel: Panel): Panel {
  return panel;
}
