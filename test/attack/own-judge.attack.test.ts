import { beforeAll, describe, expect, it } from "vitest";
import { openEngine } from "../engine/open-engine.ts";
import { GO_CASES } from "./judges/go-cases.ts";
import { GRADLE_CASES } from "./judges/gradle-cases.ts";
import type { JudgeCase } from "./judges/judge-case.ts";
import { approve, handIn, openCase, settle } from "./judges/judge-lab.ts";
import { MAKE_CASES } from "./judges/make-cases.ts";
import { NODE_CASES } from "./judges/node-cases.ts";
import { NODE_TOOL_CASES } from "./judges/node-tool-cases.ts";
import { PYTEST_CASES } from "./judges/python-cases.ts";
import { RUNNER_CASES } from "./judges/runner-cases.ts";
import { RUST_CASES } from "./judges/rust-cases.ts";
import { installPackages, installTools, packRunners } from "./judges/tools.ts";
import { TOX_CASES } from "./judges/tox-cases.ts";

const IS_DEEP = process.env.DEEP !== undefined;
const ALL = [
  ...NODE_CASES,
  ...NODE_TOOL_CASES,
  ...RUNNER_CASES,
  ...PYTEST_CASES,
  ...TOX_CASES,
  ...MAKE_CASES,
  ...GO_CASES,
  ...RUST_CASES,
  ...GRADLE_CASES,
];

/** In the gate a few of each ecosystem that needs no package of the system but pytest and make. */
const IN_GATE: Readonly<Record<string, readonly string[]>> = {
  npm: ["shell of npm's settings", "committed program over an installed one"],
  mocha: ["settings file"],
  pnpm: ["list of workspaces"],
  yarn: ["program of the settings"],
  pytest: ["options of pytest.ini", "hook of conftest.py"],
  make: ["target", "file behind an accepted link", "script that a recipe names"],
};

const CASES = IS_DEEP
  ? ALL
  : ALL.filter(({ ecosystem, trick }) => IN_GATE[ecosystem]?.includes(trick));

const lab = await openEngine();

beforeAll(() => {
  installTools();
  installPackages({ make: "make", "python3-pytest": "pytest-3" });
  if (!IS_DEEP) return;
  packRunners();
  installPackages({ tox: "tox", "golang-go": "go", cargo: "cargo", gradle: "gradle" });
});

type Row = { ecosystem: string; trick: string; attack: string; honest: string };
const rows: Row[] = [];

/** Writes an outcome where a person who runs the tests can read it, as soon as it is known. */
function printRow({ ecosystem, trick, attack, honest }: Row): void {
  const cells = [ecosystem.padEnd(10), trick.padEnd(48), attack.padEnd(32), honest];
  process.stdout.write(`${cells.join(" | ")}\n`);
}

async function play(judged: JudgeCase, at: number): Promise<void> {
  const { ecosystem, trick } = judged;
  const opened = await openCase(lab, `case-${at}`, judged);
  const attacked = await settle(opened, await handIn(opened, judged.attack, "attack"));
  const task = await handIn(opened, judged.honest, "honest");
  const honest = await settle(opened, task);
  const merged = honest.person === "ana" ? await approve(opened, task) : null;
  const row = {
    ecosystem,
    trick,
    attack: `${attacked.state} ${attacked.person ?? "-"}, check ${attacked.check}`,
    honest: `${honest.state} ${honest.person ?? "-"}, check ${honest.check}, then ${merged?.phase.is}`,
  };
  rows.push(row);
  printRow(row);
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
    expect(rows).toHaveLength(CASES.length);
  });
});
