import {
  type CommandId,
  firstKey,
  isCommandId,
  type Keymap,
  type PanelId,
  REVIEW_COMMANDS,
} from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { frontFrame } from "../../model/stack.ts";
import { withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { cell, fitRow, row, rowText, type ScreenRow, span } from "../../terminal/row.ts";
import { keyName } from "../../widgets/key-hints.ts";
import { scrollRows } from "../../widgets/scrolled-text.ts";

type Group = { title: string; panel: PanelId | "everywhere"; rows: readonly ScreenRow[] };

const TITLES: readonly (readonly [PanelId | "everywhere", string])[] = [
  ["everywhere", "Everywhere"],
  ["board", "Board"],
  ["summary", "Review summary"],
  ["task", "Task review"],
  ["diff", "Diff"],
  ["reviewers", "Reviewers at work"],
  ["activity", "Activity"],
  ["sprint", "Sprint"],
  ["planning", "Sprint planning"],
];

/** Lists every key; those of the panel from which the help was opened come first. */
export const helpPanel = definePanel({
  id: "help",
  commands: {
    "app.help": (model) =>
      withoutEffects(navigateWithGuard(model, { type: "OPEN", panel: "help" })),
  },
  view: helpRows,
  speak: ({ keymap }) => ({
    name: "Help",
    lines: [...keymap.specs].flatMap(([id, { keys, does }]) =>
      keys.length === 0 || !isCommandId(id)
        ? []
        : [`${keys.join(" or ")}: ${does}${panelsText(id)}`],
    ),
    here: "",
    keys: keysText(keymap, [[["app.back"], "back"]]),
  }),
});

function panelsText(id: CommandId): string {
  const { in: where } = REVIEW_COMMANDS[id];
  return where === "everywhere" ? ", everywhere" : `, in ${where.join(", ")}`;
}

function helpRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const { keymap } = model;
  const { changed } = keymap;
  const own =
    changed === 0 ? "Your own keys: countersign help keys" : `${changed} keys are your own`;
  const foot = [row(`  ${[own, ...keymap.problems].join("; ")}`)];
  const lines = layOutGroups(listGroups(model), columns - 2);
  const [down, up, back] = [
    firstKey(keymap, "nav.down"),
    firstKey(keymap, "nav.up"),
    firstKey(keymap, "app.back"),
  ];
  const { at } = frontFrame(model.stack);
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(
      row(span("HELP", "strong")),
      row(`${down}/${up} scroll  ${back} back`),
      columns - 2,
    ),
    body: scrollRows(lines, at, bodyHeight({ height, foot }), columns - 2),
    foot,
  });
}

function listGroups(model: Model): Group[] {
  const from = model.stack.at(-2)?.id ?? "board";
  const here = from === "single" ? "task" : from;
  const groups = TITLES.map(([where, title]) => ({
    title,
    panel: where,
    rows: commandRows(model.keymap, where),
  }));
  return groups.toSorted((one, other) => Number(other.panel === here) - Number(one.panel === here));
}

/** Moves are listed once, under the board. */
function commandRows({ specs }: Keymap, where: PanelId | "everywhere"): ScreenRow[] {
  const entries: KeyEntry[] = [];
  for (const [id, spec] of specs) {
    const isHere =
      where === "everywhere" ? spec.in === "everywhere" || isMove(id) : belongs(id, where);
    if (!isHere || spec.keys.length === 0) continue;
    const entry = { keys: spec.keys.map(keyName), does: spec.does };
    const last = entries.at(-1);
    const both = last === undefined ? null : bothWays(last, entry);
    if (both === null) entries.push(entry);
    else entries.splice(-1, 1, both);
  }
  return entries.map(({ keys, does }) => row(" ", cell(shortKeys(keys), KEYS, "key"), ` ${does}`));
}

type KeyEntry = { readonly keys: readonly string[]; readonly does: string };

const KEYS = 11;

/** Combines the keys for both directions on one line if they fit: `] [ hunk`. */
function bothWays(one: KeyEntry, other: KeyEntry): KeyEntry | null {
  const does = withoutWay(one.does);
  const keys = [...one.keys, ...other.keys];
  const isSame = does === withoutWay(other.does) && shortKeys(keys).length <= KEYS;
  const isWay = does !== one.does;
  return isSame ? { keys, does: isWay ? `next, previous ${does}` : does } : null;
}

function withoutWay(does: string): string {
  return does.replace(/^(?:next|previous) /, "");
}

/** Shows only letters if there is no room for arrows and similar keys. */
function shortKeys(keys: readonly string[]): string {
  const letters = keys.filter((key) => key.length === 1).join(" ");
  const all = keys.join(" ");
  return all.length > KEYS && letters !== "" ? letters : all;
}

function isMove(id: CommandId): boolean {
  return id.startsWith("nav.");
}

function belongs(id: CommandId, where: PanelId): boolean {
  const { in: panels } = REVIEW_COMMANDS[id];
  return !isMove(id) && panels !== "everywhere" && panels.some((panel: PanelId) => panel === where);
}

const COLUMN = 38;

/** Draws as many groups side by side as fit. */
function layOutGroups(groups: readonly Group[], width: number): ScreenRow[] {
  const columns = Math.max(1, Math.floor(width / COLUMN));
  const lanes: ScreenRow[][] = Array.from({ length: columns }, () => []);
  for (const { title, rows } of groups) {
    const shortest = lanes.reduce((one, other) => (other.length < one.length ? other : one));
    shortest.push(row(" ", span(title, "strong")), ...rows, []);
  }
  const length = Math.max(...lanes.map((lane) => lane.length));
  const wide = Math.floor(width / columns);
  const lines = Array.from({ length }, (_, index) =>
    lanes.flatMap((lane) => [...fitRow(lane[index] ?? [], wide)]),
  );
  while (rowText(lines.at(-1) ?? []).trim() === "" && lines.length > 0) lines.pop();
  return lines;
}
