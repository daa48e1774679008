import { join } from "node:path";
import {
  createGitMirror,
  createReportReader,
  createSandboxedProcessRunner,
} from "@countersign/adapters";
import {
  createEffectQueue,
  createEngine,
  createFileSeals,
  openDatabase,
} from "@countersign/engine";

/** A second worker in a process of its own; it ends with its input. */
const [appUrl = "", workerUrl = "", folder = "", ...orgs] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl: appUrl, workerUrl });
const engine = createEngine({
  pool: database.pool,
  mirror: createGitMirror({ dataDirectory: join(folder, "data") }),
  processes: createSandboxedProcessRunner(),
  reports: createReportReader(),
  queue: createEffectQueue({ workerUrl }),
  orgs,
  roots: async () => [],
  scratch: join(folder, "scratch"),
  seals: { ...createFileSeals(join(folder, "data")), everyMs: 50 },
  log: (line) => process.stderr.write(`${JSON.stringify(line)}\n`),
});
await engine.start();
process.stdout.write("ready\n");
process.stdin.resume();
process.stdin.on("end", async () => {
  await engine.stop();
  await database.close();
});
