import { access } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, durationMs, type Policy, PolicyFile } from "@countersign/core";
import type { Mirror } from "../ports/mirror.ts";
import type { PackageNetwork } from "../ports/package-network.ts";
import type { ProcessRequest, ProcessResult, ProcessRunner } from "../ports/process-runner.ts";
import { firstAndLastLines } from "./clean-output.ts";
import { copyMissing } from "./copy-missing.ts";
import { copyInputs, findInputs, nameOfInputs } from "./prepare-inputs.ts";
import { prepareReach, type ReadAccepted, runWithReach } from "./prepare-network.ts";
import type { PreparedCache } from "./prepared-cache.ts";

/** What was done, for the summary; or why the checkout is not ready. */
export type Prepared = { note: string | null } | { noResult: string };

type PrepareRequest = {
  directory: string;
  prepare: Policy["prepare"];
  limits: ProcessRequest["limits"];
  unsandboxed?: boolean | undefined;
  /** Left out: the accepted side has no lock file. */
  readAccepted?: ReadAccepted | undefined;
  signal: AbortSignal | undefined;
};

type PrepareDeps = {
  processes: ProcessRunner;
  cache: PreparedCache;
  /** Left out: a preparation has no network. */
  packages?: PackageNetwork | undefined;
};

const DEFAULT_RUN = PolicyFile.parse({}).prepare.run;
const LOCK_FILE = "package-lock.json";
const TIMEOUT_MS = durationMs("15m");
const MOST_SAID = 1_600;

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
 * A result that is kept was made from the inputs alone, without the rest of the tree: the author of a
 * change cannot leave something in the cache that judges the next one. Without inputs the command
 * runs in the checkout itself and nothing is kept. It reaches package registries through a proxy, and
 * nothing else.
 */
export async function prepareCheckout(
  { processes, cache, packages }: PrepareDeps,
  request: PrepareRequest,
): Promise<Prepared> {
  const { directory, prepare, signal } = request;
  const command = prepare.run;
  if (command === null) return { note: null };
  if (command === DEFAULT_RUN && !(await isThere(join(directory, LOCK_FILE)))) {
    return { note: `Nothing was installed: there is no ${LOCK_FILE}.` };
  }
  const inputs = await findInputs(directory, prepare.cacheKey);
  const reach = await prepareReach(packages, {
    ...{ directory, prepare, readAccepted: request.readAccepted ?? readNothing },
    inputs: inputs.map(({ path }) => path),
  });
  let note: string | null = null;
  const run = async (place: string): Promise<string | null> => {
    const { allowHosts } = prepare;
    const { result, refused } = await runWithReach(
      packages,
      { reach, command, allowHosts },
      async (launch) =>
        await processes.run({
          ...{ ...launch, directory: place, unsandboxed: request.unsandboxed, signal },
          limits: { ...request.limits, timeoutMs: TIMEOUT_MS },
        }),
    );
    note = refused;
    return faultOf(command, result, refused);
  };

  if (prepare.cacheKey.length === 0) {
    const failed = await run(directory);
    return failed === null ? { note } : { noResult: failed };
  }
  const { kind } = await processes.sandbox();
  const name = nameOfInputs(inputs, { command, reach: digestOf(reach), sandbox: kind });
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
  return { note: made === null ? note : "Prepared from an earlier result." };
}

async function readNothing(): Promise<null> {
  return null;
}

function faultOf(command: string, result: ProcessResult, refused: string | null): string | null {
  if (result.end.how === "exited" && result.end.code === 0) return null;
  const how =
    result.end.how === "exited"
      ? `ended with exit code ${result.end.code}`
      : `was ended (${result.end.why})`;
  const said = firstAndLastLines(result, MOST_SAID);
  const first = [`The preparation \`${command}\` ${how}.`, refused ?? []].flat().join(" ");
  return `${first}${said === "" ? "" : `\n\n${said}`}`;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
