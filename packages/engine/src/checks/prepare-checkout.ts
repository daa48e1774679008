import { access } from "node:fs/promises";
import { join } from "node:path";
import { durationMs, type Policy, PolicyFile } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";
import type { ProcessRequest, ProcessResult, ProcessRunner } from "../ports/process-runner.ts";
import { lastLines } from "./clean-output.ts";
import { copyMissing } from "./copy-missing.ts";
import { copyInputs, findInputs, nameOfInputs } from "./prepare-inputs.ts";
import type { PreparedCache } from "./prepared-cache.ts";

/** What was done, for the summary; or why the checkout is not ready. */
export type Prepared = { note: string | null } | { noResult: string };

type PrepareRequest = {
  directory: string;
  prepare: Policy["prepare"];
  limits: ProcessRequest["limits"];
  unsandboxed?: boolean | undefined;
  signal: AbortSignal | undefined;
};

const DEFAULT_RUN = PolicyFile.parse({}).prepare.run;
const LOCK_FILE = "package-lock.json";
const TIMEOUT_MS = durationMs("15m");
const MOST_SAID = 1_000;

/** Whether the preparation installs packages into the checkout: then no committed ones belong there. */
export async function makesModules(
  mirror: Pick<Mirror, "readFile">,
  { repo, tree, prepare }: { repo: string; tree: string; prepare: Policy["prepare"] },
): Promise<boolean> {
  if (prepare.run === null) return false;
  if (prepare.run !== DEFAULT_RUN) return true;
  return (await mirror.readFile(repo, tree, LOCK_FILE, 0)) !== null;
}

/**
 * Makes a checkout ready, from an earlier result where the same command saw the same bytes.
 *
 * A result that is kept was made from the inputs alone, without the rest of the tree: whoever writes a
 * change cannot leave something in the cache that judges the next one. Without inputs the command
 * runs in the checkout itself and nothing is kept. With `allowHosts` it reaches every host: a finer list
 * is not enforced yet.
 */
export async function prepareCheckout(
  { processes, cache }: { processes: ProcessRunner; cache: PreparedCache },
  { directory, prepare, limits, unsandboxed, signal }: PrepareRequest,
): Promise<Prepared> {
  const command = prepare.run;
  if (command === null) return { note: null };
  if (command === DEFAULT_RUN && !(await isThere(join(directory, LOCK_FILE)))) {
    return { note: `Nothing was installed: there is no ${LOCK_FILE}.` };
  }
  const network = prepare.allowHosts.length === 0 ? "none" : "host";
  const run = async (place: string): Promise<string | null> => {
    const request = { command, directory: place, network, unsandboxed, signal } as const;
    const result = await processes.run({
      ...request,
      limits: { ...limits, timeoutMs: TIMEOUT_MS },
    });
    return faultOf(command, result);
  };

  if (prepare.cacheKey.length === 0) {
    const failed = await run(directory);
    return failed === null ? { note: null } : { noResult: failed };
  }
  const inputs = await findInputs(directory, prepare.cacheKey);
  const { kind } = await processes.sandbox();
  const name = nameOfInputs(inputs, { command, network, sandbox: kind });
  const made = await cache.find(name);
  const kept =
    made !== null
      ? { directory: made }
      : await cache.keep(name, async (place) => {
          await copyInputs(inputs, directory, place);
          return await run(place);
        });
  if ("failed" in kept) return { noResult: kept.failed };
  await copyMissing(kept.directory, directory);
  return { note: made === null ? null : "Prepared from an earlier result." };
}

function faultOf(command: string, result: ProcessResult): string | null {
  if (result.end.how === "exited" && result.end.code === 0) return null;
  const how =
    result.end.how === "exited"
      ? `ended with exit code ${result.end.code}`
      : `was ended (${result.end.why})`;
  const said = lastLines(result, MOST_SAID);
  return `The preparation \`${command}\` ${how}.${said === "" ? "" : `\n\n${said}`}`;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
