import { hasTurnHolder, type TriedModes } from "@countersign/api";
import { safeText, turnText } from "@countersign/review";
import { triedModesKey } from "../../data/data.ts";
import type { Model } from "../../model/model.ts";
import { frontFrame } from "../../model/stack.ts";
import { withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { cell, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";
import { scrollRows } from "../../widgets/scrolled-text.ts";

const NAME = 12;
const WIDE = 2_000;

/** Shows the effect of each mode on the task; changes nothing. */
export const tryPanel = definePanel({
  id: "try",
  needs({ data, review: { current: task } }) {
    if (task === null) return [];
    const seq = data.lines.get(task)?.seq ?? 0;
    const key = triedModesKey(task, seq);
    return data.tried.has(key) ? [] : [{ is: "tried", task, seq, key: `tried ${key}` }];
  },
  commands: {
    "review.try": (model) =>
      withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "try" })),
  },
  view(model, height) {
    const { columns } = model.size;
    const foot = [
      row(
        "  ",
        ...keyHint(model.keymap, "review.mode", " change the mode   "),
        ...keyHint(model.keymap, "app.back", " Back"),
      ),
    ];
    const { at } = frontFrame(model.stack);
    return drawPanel({
      width: columns,
      height,
      head: panelHeader(
        row(span("TRY A MODE", "strong"), `  ${model.review.current ?? ""}`),
        row("nothing is changed"),
        columns - 2,
      ),
      body: scrollRows(tryLines(model, columns - 4), at, bodyHeight({ height, foot }), columns - 2),
      foot,
    });
  },
  speak: (model) => ({
    name: `Each mode for ${model.review.current ?? ""}; nothing is changed`,
    lines: toSpokenLines(tryLines(model, WIDE)),
    here: "",
    keys: keysText(model.keymap, [
      [["review.mode"], "changes the mode"],
      [["app.back"], "back"],
    ]),
  }),
});

function tryLines({ data, review }: Model, width: number): ScreenRow[] {
  const task = review.current ?? "";
  const seq = data.lines.get(task)?.seq ?? 0;
  const tried = data.tried.get(triedModesKey(task, seq));
  const refused = data.refused.get(`tried ${triedModesKey(task, seq)}`);
  if (tried === undefined) return [[], row(`  ${refused ?? "reading ..."}`)];
  const now = data.views.get(task)?.round?.plan?.mode ?? null;
  return [[], ...tried.items.flatMap((one) => modeRows(one, { now, me: data.me, width }))];
}

type TriedMode = TriedModes["items"][number];
type ModeContext = { now: string | null; me: string | null; width: number };

function modeRows(tried: TriedMode, { now, me, width }: ModeContext): ScreenRow[] {
  const isNow = tried.mode === now;
  const lines = wrapText(safeText(triedText(tried, me)), Math.max(20, width - NAME - 4));
  return [
    ...lines.map((line, index) =>
      row("  ", cell(index === 0 ? tried.mode : "", NAME, isNow ? "strong" : "plain"), line),
    ),
    ...(isNow ? [row("  ", cell("", NAME), span("it is so now", "faint"))] : []),
    [],
  ];
}

function triedText(
  { mode, refused, becomes, state, turn, waitsFor }: TriedMode,
  me: string | null,
) {
  if (refused !== null) return `cannot be asked for: ${refused}`;
  const stays = becomes === null || becomes === mode ? "" : `stays ${becomes}; `;
  const holder = hasTurnHolder(turn) ? `, turn: ${turnText(turn, me)}` : "";
  const waits = waitsFor.length === 0 ? "" : `, waits for ${waitsFor.join(", ")}`;
  return `${stays}${state}${holder}${waits}`;
}
