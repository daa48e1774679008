import { cappedCount } from "@countersign/review";
import { findOpenSprint } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { drawPanel, panelHeader } from "../../terminal/box.ts";
import { row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";

/** Asks for confirmation before a sprint ends. */
export const stopPanel = definePanel({
  id: "stop",
  commands: {
    "sprint.stop": askToStop,
    "sprint.stopNow": (model) =>
      withEffect(navigateWithGuard(model, { type: "HOME" }), {
        type: "sprint",
        request: { do: "stop" },
      }),
  },
  view(model, height) {
    const { columns } = model.size;
    return drawPanel({
      width: columns,
      height,
      head: panelHeader(row(span("STOP THE SPRINT", "strong")), row(""), columns - 2),
      body: [[], ...unfinishedRows(model)],
      foot: [
        row(
          "  ",
          ...keyHint(model.keymap, "sprint.stopNow", " Stop   "),
          ...keyHint(model.keymap, "app.back", " Back"),
        ),
      ],
    });
  },
  speak: (model) => ({
    name: "Stop the sprint?",
    lines: toSpokenLines(unfinishedRows(model)),
    here: "",
    keys: keysText(model.keymap, [
      [["sprint.stopNow"], "stops it"],
      [["app.back"], "back"],
    ]),
  }),
});

function askToStop(model: Model): ModelStep {
  if (findOpenSprint(model.data) === null)
    return withoutEffects(showNotice(model, "No sprint is running.", "warn"));
  return withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "stop" }));
}

function unfinishedRows({ data: { sprint } }: Model): ScreenRow[] {
  const left = sprint === null ? 0 : sprint.tasks.length - sprint.worked;
  if (left === 0) return [row("  All of its tasks are submitted.")];
  const are = left === 1 ? "1 of its tasks is" : `${cappedCount(left)} of its tasks are`;
  return [
    row(`  ${are} not submitted.`),
    row("  They stay as they are, and agents may go on with them."),
  ];
}
