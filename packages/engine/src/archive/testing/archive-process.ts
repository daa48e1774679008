import { subscribe } from "node:diagnostics_channel";
import { Pool } from "pg";
import { PIPELINED } from "../../platform/postgres/pipelined.ts";
import { createFileSeals } from "../../seal/file-seals.ts";
import { archiveMonth } from "../archive-month.ts";
import { restoreMonth } from "../restore-month.ts";
import { MONTH } from "./past-month-name.ts";

/* Archives or restores a month in a process that dies at a boundary. */
const [what, at, org = "", appUrl, ownerUrl = "", directory = "", file = ""] =
  process.argv.slice(2);

subscribe("countersign.boundary", (name) => {
  if (name === at) process.kill(process.pid, "SIGKILL");
});

const pool = new Pool({ connectionString: appUrl, ...PIPELINED });
const seals = createFileSeals(directory);
const deps = { pool, ...seals, ownerUrl, orgs: [org], by: { id: "ana" }, version: "1.0.0" };
await (what === "archive" ? archiveMonth(deps, MONTH, file) : restoreMonth(deps, file));
await pool.end();
