import { writeFile } from "node:fs/promises";
import { createClient } from "@countersign/api";
import { createTourEngine, type EnginePort, NO_THEMES, NOTHING_UNSENT, openTui } from "../index.ts";
import { AT_WORK } from "./at-work.ts";
import { hostileSamples } from "./hostile-samples.ts";
import { largeSamples } from "./large-samples.ts";
import { serveSamples } from "./serve-samples.ts";

/*
 * Runs the panels on an in-memory engine, for tests of the terminal. The first argument selects the
 * tasks; `crash` throws an exception after a while, `at` takes an engine's address, and `serve`
 * runs such an engine: it prints its address and ends when its input does.
 */
const [what = "tour", more = "1"] = process.argv.slice(2);

const SAMPLES: Readonly<Record<string, () => Parameters<typeof createTourEngine>[1]>> = {
  large: () => largeSamples(),
  hostile: () => hostileSamples(Number(more)),
  empty: () => [],
  "at-work": () => AT_WORK,
};

if (what === "crash") setTimeout(() => crash(), 1_500);

function crash(): never {
  throw new Error("crashed on purpose");
}

if (what === "serve") {
  const { url } = await serveSamples(createTourEngine(() => Date.now(), largeSamples()));
  process.stdout.write(`${url}\n`);
  for await (const _ of process.stdin);
  process.exit();
}

/** Writes the task of saved read marks to the file that the environment names. */
function withMarkFile(engine: EnginePort): EnginePort {
  const file = process.env.COUNTERSIGN_SAMPLE_MARKS;
  if (file === undefined) return engine;
  return {
    ...engine,
    async markReadLines(given) {
      await writeFile(file, given.task);
      return await engine.markReadLines(given);
    },
  };
}

const ending = await openTui({
  engine:
    what === "at"
      ? createClient({ baseUrl: more })
      : withMarkFile(createTourEngine(() => Date.now(), SAMPLES[what]?.())),
  workplace: { name: "shop-api", branch: "main" },
  theme: "terminal",
  themes: NO_THEMES,
  colours: process.env.NO_COLOR === undefined,
  ascii: process.env.COUNTERSIGN_ASCII !== undefined,
  keys: {},
  quickIssues: ["Tests incomplete", "Code style issues"],
  confirmBatch: "never",
  notify: process.env.NOTIFY === undefined ? undefined : JSON.parse(process.env.NOTIFY),
  editor: process.env.EDITOR,
  pager: process.env.PAGER,
  difftool: process.env.COUNTERSIGN_DIFFTOOL,
  mouse: process.env.MOUSE !== undefined,
  screenReader: process.env.COUNTERSIGN_SCREEN_READER !== undefined,
  directory: null,
  unsent: NOTHING_UNSENT,
  keepUnsent: async () => undefined,
  problem: null,
  stdin: process.stdin,
  stdout: process.stdout,
});
process.stdout.write(`${JSON.stringify({ ...ending, memory: process.memoryUsage().rss })}\n`);
