import { join } from "node:path";
import { createGitMirror, createSandboxedProcessRunner } from "@countersign/adapters";
import { createDbosEffectQueue, createEngine } from "@countersign/engine";
import { Pool } from "pg";

/** A second worker in a process of its own; it ends with its input. */
const [appUrl = "", workerUrl = "", folder = "", ...orgs] = process.argv.slice(2);
const pool = new Pool({ connectionString: appUrl });
const engine = createEngine({
  pool,
  mirror: createGitMirror({ dataDirectory: join(folder, "data") }),
  processes: createSandboxedProcessRunner(),
  queue: await createDbosEffectQueue({ workerUrl }),
  orgs,
  scratch: join(folder, "scratch"),
  log: (line) => process.stderr.write(`${line}\n`),
});
await engine.start();
process.stdout.write("ready\n");
process.stdin.resume();
process.stdin.on("end", async () => {
  await engine.stop();
  await pool.end();
});
