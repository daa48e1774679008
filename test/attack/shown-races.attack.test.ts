import { afterAll, describe, expect, it } from "vitest";
import { diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { attempts } from "./attempts.ts";
import { cliSurface } from "./races/cli-surface.ts";
import { httpSurface } from "./races/http-surface.ts";
import { PERSON_ACTIONS, type PersonAction } from "./races/person-actions.ts";
import { type RaceReport, runRace, type Surface } from "./races/race.ts";
import { openArena } from "./races/race-arena.ts";
import { terminalSurface } from "./races/terminal-surface.ts";
import {
  openLostSeals,
  openMovedTarget,
  type WholeEngineSurface,
  wholeEngineByCommands,
  wholeEngineOverHttp,
} from "./races/whole-engine-races.ts";

const arena = await openArena();
const movedTarget = await openMovedTarget(arena);
const lostSeals = openLostSeals(arena);
const commands = cliSurface(arena);
afterAll(() => {
  commands.close?.();
  movedTarget.remove();
});

/** Races per surface: 68 in all, and more than two thousand with DEEP=1. */
const isDeep = attempts() > 1_000;
const AT_ONCE = 6;
/** Long enough for a busy machine: each race runs a whole review. */
const TIMEOUT_MS = isDeep ? 7_200_000 : 600_000;

/** What is not raced in the terminal: a release there needs the list that was shown, the rest has no key. */
const NOT_IN_TERMINAL: readonly PersonAction[] = [
  "release",
  "reopen",
  "cancel",
  "release_repository",
  "accept_loss",
];

type Case = {
  name: string;
  surface: Surface;
  /** Null: the whole engine is not decided on here. */
  whole: WholeEngineSurface | null;
  missing: readonly PersonAction[];
  races: number;
};

const CASES: readonly Case[] = [
  {
    name: "HTTP",
    surface: httpSurface(arena),
    whole: wholeEngineOverHttp(arena),
    missing: [],
    races: isDeep ? 800 : 24,
  },
  {
    name: "the command line",
    surface: commands,
    whole: wholeEngineByCommands(commands.type),
    missing: [],
    races: isDeep ? 700 : 24,
  },
  {
    name: "the terminal",
    surface: terminalSurface(arena),
    whole: null,
    missing: NOT_IN_TERMINAL,
    races: isDeep ? 700 : 20,
  },
];

/** Every action of a surface in turn, several races at once; then what is about the whole engine. */
async function raceAll({ surface, whole, races }: Case): Promise<RaceReport[]> {
  const reports: RaceReport[] = [];
  const alone = whole === null ? 0 : Math.floor(races / 5);
  for (let at = alone; at < races; at += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, races - at) }, (_, index) => at + index);
    const ran = numbers.map(async (number) => {
      const action = surface.actions[number % surface.actions.length] ?? "approve";
      return await runRace(arena, surface, action, diceOf(number));
    });
    reports.push(...(await Promise.all(ran)));
  }
  for (let number = 0; whole !== null && number < alone; number += 1) {
    const { race } = number % 2 === 0 ? movedTarget : lostSeals;
    reports.push(await race(whole, diceOf(number)));
  }
  return reports;
}

describe("I9 Shown is signed: races between showing and deciding", () => {
  it.each(CASES)(
    "over $name let through nothing that was not shown",
    { timeout: TIMEOUT_MS },
    async (one) => {
      const reports = await raceAll(one);
      expect(reports.flatMap(({ unseen }) => unseen ?? [])).toEqual([]);
      expect(reports).toHaveLength(one.races);
      const raced = new Set(reports.map(({ action }) => action));
      const all = PERSON_ACTIONS.filter((action) => !one.missing.includes(action));
      expect([...raced].toSorted()).toEqual(all.toSorted());
      const accepted = reports.filter(({ isAccepted }) => isAccepted).length;
      expect(accepted).toBeGreaterThan(one.races / 20);
      expect(one.races - accepted).toBeGreaterThan(one.races / 20);
    },
  );
});
