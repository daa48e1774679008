import { describe, expect, it } from "vitest";
import { EXPECTED_ENGINE, EXPECTED_STATES } from "../testing/table/expected-states.ts";
import { situations } from "../testing/table/situations.ts";
import {
  type Cells,
  engineTable,
  renderStateTables,
  stateTable,
} from "../testing/table/state-table.ts";
import { PHASES } from "./model/state.ts";

type Expected = { row: string; state: (typeof PHASES)[number]; words: string; outcomes: string };

function cellsOf(table: string): Expected[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [row = "", ...cells] = line.split(" | ");
      return PHASES.map((state, index) => {
        const [words = "", outcomes = ""] = (cells[index] ?? "").split(" ⇒ ");
        return { row, state, words, outcomes };
      });
    });
}

type Table = ReadonlyMap<string, Cells>;

function found(table: Table, { row, state }: Expected): string | undefined {
  return table.get(row)?.[state].join(" ");
}

/** Made by the first test that looks, not while tests are collected. */
function lazy(make: () => Table): () => Table {
  let made: Table | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

describe("every state × every command", () => {
  const generated = lazy(stateTable);
  const expected = cellsOf(EXPECTED_STATES);

  it.each(expected)("$row in $state: $words [R-111] [R-160] [C3]", (cell) => {
    expect(found(generated(), cell)).toBe(cell.outcomes);
  });

  it("has every row of the design and no other", () => {
    expect([...generated().keys()]).toEqual([...new Set(expected.map(({ row }) => row))]);
  });

  it("is drawn as a table of 28 commands and 9 states, and 10 of the engine", () => {
    const lines = renderStateTables().split("\n");

    expect(lines.filter((line) => line.startsWith("| ")).length).toBe(28 + 10 + 2);
    expect(lines[2]).toBe(
      "| claim (author) | in_progress | – · = | – | – · in_progress | – | – | – | – | – |",
    );
  });
});

describe("what only the engine says", () => {
  const generated = lazy(engineTable);
  const expected = cellsOf(EXPECTED_ENGINE);

  it.each(expected)("$row in $state: $words", (cell) => {
    expect(found(generated(), cell)).toBe(cell.outcomes);
  });

  it("has every row of the design and no other", () => {
    expect([...generated().keys()]).toEqual([...new Set(expected.map(({ row }) => row))]);
  });
});

it.each(PHASES)("every situation of %s is in that state", (state) => {
  expect(situations(state).map(({ play }) => play.state)).toEqual(
    situations(state).map(() => state),
  );
});
