import { composeBenchEngine } from "../open-bench-engine.ts";

/*
 * Runs jobs and upkeep in its own process, on the database and folder of its parent, until the parent
 * disconnects.
 */
const [appUrl = "", ownerUrl = "", workerUrl = "", folder = ""] = process.argv.slice(2);
const { engine, pool, lines } = await composeBenchEngine({ appUrl, ownerUrl, workerUrl }, folder);
await engine.start();

process.once("disconnect", () => {
  const end = async () => {
    await engine.stop();
    await pool.end();
    for (const line of lines.slice(0, 5)) process.stderr.write(`${line}\n`);
    return lines.length > 0 ? 1 : 0;
  };
  end().then(process.exit, () => process.exit(1));
});
process.send?.("ready");
