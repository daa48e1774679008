import { createTourEngine, openTui } from "../index.ts";
import { hostileSamples } from "./hostile-samples.ts";
import { largeSamples } from "./large-samples.ts";

/*
 * The panels on an engine in memory, for tests of the terminal alone. The first argument says which tasks;
 * `crash` ends it with an exception after a while.
 */
const [what = "tour", seed = "1"] = process.argv.slice(2);

const SAMPLES: Readonly<Record<string, () => Parameters<typeof createTourEngine>[1]>> = {
  large: () => largeSamples(),
  hostile: () => hostileSamples(Number(seed)),
};

if (what === "crash") setTimeout(() => crash(), 1_500);

function crash(): never {
  throw new Error("crashed on purpose");
}

const ending = await openTui({
  engine: createTourEngine(() => Date.now(), SAMPLES[what]?.()),
  place: { name: "shop-api", branch: "main" },
  theme: "terminal",
  colours: process.env.NO_COLOR === undefined,
  ascii: process.env.COUNTERSIGN_ASCII !== undefined,
  keys: {},
  quickIssues: ["Tests incomplete", "Code style issues"],
  editor: undefined,
  directory: null,
  drafts: { read: new Map(), keep: () => undefined },
  stdin: process.stdin,
  stdout: process.stdout,
});
process.stdout.write(`${JSON.stringify({ ...ending, memory: process.memoryUsage().rss })}\n`);
