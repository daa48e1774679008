import type { Keymap, PanelId } from "@countersign/review";
import { COMMANDS, type CommandId } from "@countersign/review";
import { underneath } from "../panels/panel-machine.ts";
import { scrolled } from "../review/task-view.ts";
import type { Model } from "../store/model.ts";
import { bodyHeight, head, panel } from "../terminal/box.ts";
import { cell, fit, type Row, row, span, textOf } from "../terminal/row.ts";

type Group = { title: string; panel: PanelId | "everywhere"; rows: readonly Row[] };

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

/** Every key from the table that the keys themselves come from, the place where help was asked for first. */
export function helpRows(model: Model, height: number): Row[] {
  const { columns } = model.size;
  const changed = model.keymap.changed;
  const own =
    changed === 0 ? "Your own keys: countersign help keys" : `${changed} keys are your own`;
  const foot = [row(`  ${[own, ...model.keymap.problems].join("; ")}`)];
  const lines = layOut(groupsOf(model), columns - 2);
  return panel({
    width: columns,
    height,
    head: head(row(span("HELP", "strong")), row("j/k scroll  Esc back"), columns - 2),
    body: scrolled(lines, model.scroll, bodyHeight({ height, foot }), columns - 2),
    foot,
  });
}

function groupsOf(model: Model): Group[] {
  const from = underneath(model.panels).at(-1) ?? "board";
  const here = from === "single" ? "task" : from;
  const groups = TITLES.map(([where, title]) => ({
    title,
    panel: where,
    rows: rowsOf(model.keymap, where),
  }));
  return groups.toSorted((one, other) => Number(other.panel === here) - Number(one.panel === here));
}

/** Moves are listed once, under the board. */
function rowsOf({ specs }: Keymap, where: PanelId | "everywhere"): Row[] {
  const entries: Entry[] = [];
  for (const [id, spec] of specs) {
    const isHere =
      where === "everywhere" ? spec.in === "everywhere" || isMove(id) : belongs(id, where);
    if (!isHere || spec.keys.length === 0) continue;
    const entry = { keys: spec.keys.map(keyWord), does: spec.does };
    const last = entries.at(-1);
    const both = last === undefined ? null : bothWays(last, entry);
    if (both === null) entries.push(entry);
    else entries.splice(-1, 1, both);
  }
  return entries.map(({ keys, does }) => row(" ", cell(shortKeys(keys), KEYS, "key"), ` ${does}`));
}

type Entry = { readonly keys: readonly string[]; readonly does: string };

const KEYS = 11;

/** One way and the other on one line, where there is room for their keys: `] [  hunk`. */
function bothWays(one: Entry, other: Entry): Entry | null {
  const does = withoutWay(one.does);
  const keys = [...one.keys, ...other.keys];
  const isSame = does === withoutWay(other.does) && shortKeys(keys).length <= KEYS;
  const isWay = does !== one.does;
  return isSame ? { keys, does: isWay ? `next, previous ${does}` : does } : null;
}

function withoutWay(does: string): string {
  return does.replace(/^(?:next|previous) /, "");
}

/** Arrows and the like do the same; where there is no room the letters are what needs saying. */
function shortKeys(keys: readonly string[]): string {
  const letters = keys.filter((key) => key.length === 1).join(" ");
  const all = keys.join(" ");
  return all.length > KEYS && letters !== "" ? letters : all;
}

function isMove(id: CommandId): boolean {
  return id.startsWith("nav.");
}

function belongs(id: CommandId, where: PanelId): boolean {
  const { in: panels } = COMMANDS[id];
  return !isMove(id) && panels !== "everywhere" && panels.some((panel: PanelId) => panel === where);
}

function keyWord(key: string): string {
  return /^[A-Z]$/.test(key) && ["L", "S"].includes(key) ? `Shift+${key}` : key;
}

const COLUMN = 38;

/** Groups side by side as far as the width goes. */
function layOut(groups: readonly Group[], width: number): Row[] {
  const columns = Math.max(1, Math.floor(width / COLUMN));
  const lanes: Row[][] = Array.from({ length: columns }, () => []);
  for (const { title, rows } of groups) {
    const shortest = lanes.reduce((one, other) => (other.length < one.length ? other : one));
    shortest.push(row(" ", span(title, "strong")), ...rows, []);
  }
  const length = Math.max(...lanes.map((lane) => lane.length));
  const wide = Math.floor(width / columns);
  const lines = Array.from({ length }, (_, index) =>
    lanes.flatMap((lane) => [...fit(lane[index] ?? [], wide)]),
  );
  while (textOf(lines.at(-1) ?? []).trim() === "" && lines.length > 0) lines.pop();
  return lines;
}
