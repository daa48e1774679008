import { beforeAll, describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import type { JudgeCase } from "./judges/judge-case.ts";
import { approve, handIn, openCase, settle } from "./judges/judge-lab.ts";
import { NODE_CASES } from "./judges/node-cases.ts";
import { NODE_TOOL_CASES } from "./judges/node-tool-cases.ts";
import { OTHER_CASES } from "./judges/other-cases.ts";
import { installPackages, installTools } from "./judges/tools.ts";

const IS_DEEP = process.env.DEEP !== undefined;
const ALL = [...NODE_CASES, ...NODE_TOOL_CASES, ...OTHER_CASES];

/** In the gate a few of each ecosystem that needs no package of the system but pytest and make. */
const IN_GATE: Readonly<Record<string, readonly string[]>> = {
  npm: ["shell of npm's settings", "committed program over an installed one"],
  mocha: ["settings file"],
  pnpm: ["list of workspaces"],
  yarn: ["program of the settings"],
  pytest: ["options of pytest.ini", "hook of conftest.py"],
  make: ["target"],
};

const CASES = IS_DEEP
  ? ALL
  : ALL.filter(({ ecosystem, trick }) => IN_GATE[ecosystem]?.includes(trick));

const lab = await openEngine();

beforeAll(() => {
  installTools();
  installPackages({ make: "make", "python3-pytest": "pytest-3" });
});

type Row = { ecosystem: string; trick: string; attack: string; honest: string };
const rows: Row[] = [];

/** Writes the outcomes where a person who runs the tests can read them. */
function printTable(all: readonly Row[]): void {
  const lines = all
    .map(({ ecosystem, trick, attack, honest }) =>
      [ecosystem.padEnd(10), trick.padEnd(40), attack.padEnd(40), honest].join(" | "),
    )
    .toSorted();
  process.stdout.write(`\n${lines.join("\n")}\n`);
}

async function play(judged: JudgeCase, at: number): Promise<void> {
  const { ecosystem, trick } = judged;
  const opened = await openCase(lab, `case-${at}`, judged);
  const attacked = await settle(opened, await handIn(opened, judged.attack, "attack"));
  const task = await handIn(opened, judged.honest, "honest");
  const honest = await settle(opened, task);
  const merged = honest.person === "ana" ? await approve(opened, task) : null;
  rows.push({
    ecosystem,
    trick,
    attack: `${attacked.state} ${attacked.person ?? "-"}, check ${attacked.check}`,
    honest: `${honest.state} ${honest.person ?? "-"}, check ${honest.check}, then ${merged?.phase.is}`,
  });
  const state = judged.isHarmless ? "rework" : "reviewing";
  expect.soft(attacked, `${ecosystem}: ${trick}`).toMatchObject({ state });
  expect.soft(attacked.check, `${ecosystem}: ${trick}`).toBe("concerns");
  expect.soft(honest, `honest ${ecosystem}: ${trick}`).toMatchObject({ person: "ana" });
  expect.soft(honest.check, `honest ${ecosystem}: ${trick}`).toBe("approved");
  expect.soft(merged?.phase.is, `honest ${ecosystem}: ${trick}`).toBe("done");
}

describe("I10 Trusted policy: a change that brings its own judge", () => {
  it("is never approved without the owner, and never looks green", async () => {
    const waiting = CASES.map((judged, at) => ({ judged, at }));
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await play(next.judged, next.at);
    };
    await Promise.all([work(), work(), work()]);
    printTable(rows);
    expect(rows).toHaveLength(CASES.length);
  });
});
