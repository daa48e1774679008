import { constants, type Dirent, type Stats } from "node:fs";
import { access, copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, durationMs, type Policy, PolicyFile } from "@countersign/core";
import type { Mirror } from "../../../ports/mirror.ts";
import type { PackageNetwork } from "../../../ports/package-network.ts";
import type {
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
} from "../../../ports/process-runner.ts";
import { firstAndLastLines } from "./clean-output.ts";
import { createPreparations, type Preparations, type PrepareResult } from "./preparations.ts";
import { copyInputs, findInputs, hashInputs } from "./prepare-inputs.ts";
import {
  type AcceptedFileReader,
  type PrepareReach,
  prepareReach,
  runWithReach,
} from "./prepare-network.ts";
import type { PreparedCache } from "./prepared-cache.ts";

/** What was done, for the summary; or why the checkout is not ready. */
export type PrepareOutcome = { note: string | null } | { noResult: string };

type PrepareRequest = {
  directory: string;
  prepare: Policy["prepare"];
  limits: ProcessRequest["limits"];
  unsandboxed?: boolean | undefined;
  /** Left out: the accepted side has no lock file. */
  readAccepted?: AcceptedFileReader | undefined;
  signal: AbortSignal | undefined;
  /** Reports when the preparation began, also one that another check started. */
  onStart?: ((sinceMs: number) => void) | undefined;
};

type PrepareDeps = {
  processes: ProcessRunner;
  cache: PreparedCache;
  /** Left out: no other check waits for the same preparation. */
  preparations?: Preparations | undefined;
  /** Left out: a preparation has no network. */
  packages?: PackageNetwork | undefined;
};

const DEFAULT_RUN = PolicyFile.parse({}).prepare.run;
const LOCK_FILE = "package-lock.json";
const TIMEOUT_MS = durationMs("15m");
const MAX_SAID = 1_600;

const EARLIER = "Prepared from an earlier result.";

/** Why a check that was stopped has no result. */
export const NOT_WANTED = "The check was not wanted any more.";

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
 * Prepares a checkout, from an earlier result where the same command saw the same bytes.
 *
 * A result that is kept was made from the inputs alone, without the rest of the tree: the author of a
 * change cannot leave something in the cache that judges the next one. Checks that need the same result at
 * the same time wait for one run. Without inputs the command runs in the checkout itself and nothing is
 * kept. It reaches package registries through a proxy, and nothing else.
 */
export async function prepareCheckout(
  deps: PrepareDeps,
  request: PrepareRequest,
): Promise<PrepareOutcome> {
  const { directory, prepare, signal, onStart } = request;
  const command = prepare.run;
  if (command === null) return { note: null };
  if (command === DEFAULT_RUN && !(await isThere(join(directory, LOCK_FILE)))) {
    return { note: `Nothing was installed: there is no ${LOCK_FILE}.` };
  }
  const inputs = await findInputs(directory, prepare.cacheKey);
  const reach = await prepareReach(deps.packages, {
    ...{ directory, prepare, readAccepted: request.readAccepted ?? readNothing },
    inputs: inputs.map(({ path }) => path),
  });
  const launch = { ...request, command, reach };
  if (prepare.cacheKey.length === 0) {
    onStart?.(Date.now());
    const { failed, note } = await runPrepare(deps, launch);
    return failed === null ? { note } : { noResult: failed };
  }
  const { kind } = await deps.processes.sandbox();
  const name = hashInputs(inputs, { command, reach: digestOf(reach), sandbox: kind });
  const made = await deps.cache.find(name);
  if (made !== null) {
    await copyMissing(made, directory);
    return { note: EARLIER };
  }
  const { preparations = createPreparations() } = deps;
  const make = async (stop: AbortSignal): Promise<PrepareResult> => {
    const finished = await deps.cache.find(name); // by a run that ended while this check looked
    if (finished !== null) return { directory: finished, note: EARLIER };
    let note: string | null = null;
    const kept = await deps.cache.keep(name, async (place) => {
      await copyInputs(inputs, directory, place);
      const ran = await runPrepare(deps, { ...launch, directory: place, signal: stop });
      note = ran.note;
      return ran.failed;
    });
    return "failed" in kept ? kept : { ...kept, note };
  };
  const kept = await preparations.share(name, make, { signal, onStart }).catch((error: unknown) => {
    if (signal?.aborted === true) return { failed: NOT_WANTED };
    throw error;
  });
  if ("failed" in kept) return { noResult: kept.failed };
  await copyMissing(kept.directory, directory);
  return { note: kept.note };
}

type Launch = PrepareRequest & { command: string; reach: PrepareReach | null };

async function runPrepare(
  { processes, packages }: PrepareDeps,
  { command, reach, prepare, directory, unsandboxed, limits, signal }: Launch,
): Promise<{ failed: string | null; note: string | null }> {
  const { allowHosts } = prepare;
  const { result, refused } = await runWithReach(
    packages,
    { reach, command, allowHosts },
    async (launch) =>
      await processes.run({
        ...{ ...launch, directory, unsandboxed, signal },
        limits: { ...limits, timeoutMs: TIMEOUT_MS },
      }),
  );
  return { failed: faultOf(command, result, refused), note: refused };
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
  const said = firstAndLastLines(result, MAX_SAID);
  const first = [`The preparation \`${command}\` ${how}.`, refused ?? []].flat().join(" ");
  return `${first}${said === "" ? "" : `\n\n${said}`}`;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Shares the bytes where the disk can, and never writes over anything. */
const COPY = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

/**
 * Copies what is not there yet: directories, files and links. What is there stays as it is, and no link
 * is followed on either side.
 *
 * Each copy is a file of its own: a command that writes into one must never reach another.
 */
async function copyMissing(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      const there = await statOf(target);
      if (there === null) await copyEntry(entry, source, target);
      else if (entry.isDirectory() && there.isDirectory()) await copyMissing(source, target);
    }),
  );
}

async function copyEntry(entry: Dirent, source: string, target: string): Promise<void> {
  if (entry.isFile()) await copyFile(source, target, COPY);
  else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
  else if (entry.isDirectory()) await copyDirectory(source, target);
}

/** Nothing can be there in a directory that was just made. */
async function copyDirectory(source: string, target: string): Promise<void> {
  await mkdir(target);
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => copyEntry(entry, join(source, entry.name), join(target, entry.name))),
  );
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}
