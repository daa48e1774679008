import type { PanelId } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { movePosition } from "../model/move.ts";
import { changeFront } from "../model/panel-state.ts";
import { frontFrame } from "../model/stack.ts";
import type { ModelStep } from "../model/step.ts";
import { keysText } from "../screen-reader/screen-text.ts";
import { toSpokenText } from "../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, panelHeader } from "../terminal/box.ts";
import { cell, entryRow, row, type ScreenRow, span } from "../terminal/row.ts";
import { keyHint, keysHint } from "../widgets/key-hints.ts";
import { definePanel, type Panel } from "./define-panel.ts";

export type Choice = readonly [name: string, about: string];

export type ChoicePanelOptions = {
  readonly id: PanelId;
  readonly title: string;
  /** The title for a screen reader. */
  readonly name: string;
  choices(model: Model): readonly Choice[];
  /** Executes the choice with this index. */
  choose(model: Model, index: number): ModelStep;
};

const LINES_ABOVE = 3;
const NAME_CELLS = 12;

/** Defines a panel for selecting one of a few choices. */
export function defineChoicePanel(options: ChoicePanelOptions): Panel {
  const { id, title, name, choices, choose } = options;
  return definePanel({
    id,
    commands: { "choose.this": (model) => choose(model, chosen(model)) },
    move(model, move) {
      const { length } = choices(model);
      return changeFront(model, { at: movePosition(chosen(model), move, length, length) });
    },
    view: (model, height) => choiceRows(model, height, title, choices(model)),
    hits(model, { at }) {
      return at < choices(model).length ? changeFront(model, { at }) : null;
    },
    speak(model) {
      const all = choices(model);
      const [here = "", about = ""] = all[chosen(model)] ?? [];
      return {
        name: `${name} of ${model.review.current ?? ""}`,
        lines: all.map(([one, words]) => toSpokenText(`${one}: ${words}`)),
        here: toSpokenText(`Chosen: ${here}, ${about}`),
        keys: keysText(model.keymap, [
          [["nav.down", "nav.up"], "move"],
          [["choose.this"], "chooses"],
          [["app.back"], "cancels"],
        ]),
      };
    },
  });
}

/** Returns the index of the selected choice. */
function chosen({ stack }: Pick<Model, "stack">): number {
  return frontFrame(stack).at;
}

function choiceRows(
  model: Model,
  height: number,
  title: string,
  choices: readonly Choice[],
): ScreenRow[] {
  const { columns } = model.size;
  const foot = [footRow(model)];
  const shown = Math.max(1, bodyHeight({ height, foot }) - LINES_ABOVE);
  const here = chosen(model);
  const first = Math.max(0, Math.min(here - shown + 1, choices.length - shown));
  const task = model.review.current ?? "";
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span(title, "strong")), row(`[${task}]`), columns - 2),
    body: [
      [],
      row(`  Task: ${model.data.lines.get(task)?.title ?? ""}`),
      [],
      ...choices.slice(first, first + shown).map(([name, about], index) => {
        const isHere = first + index === here;
        const line = row(
          isHere ? " > " : "   ",
          cell(name, NAME_CELLS, isHere ? "selected" : "plain"),
          ` ${about}`,
        );
        return entryRow(line, "choice", first + index);
      }),
    ],
    foot,
  });
}

function footRow({ keymap }: Model): ScreenRow {
  return row(
    "  ",
    ...keysHint(keymap, ["nav.down", "nav.up"], " move   "),
    ...keyHint(keymap, "choose.this", " choose   "),
    ...keyHint(keymap, "app.back", " Cancel"),
  );
}
