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
import { createPreparations, type Preparations, type PrepareResult } from "./preparations.ts";
import { copyInputs, findInputs, hashInputs } from "./prepare-inputs.ts";
import {
  type AcceptedFileReader,
  type PrepareReach,
  prepareReach,
  runWithReach,
} from "./prepare-network.ts";
import type { PreparedCache } from "./prepared-cache.ts";
import { trimOutput } from "./trim-output.ts";

/** A note for the summary, or the reason why the checkout is not ready. */
export type PrepareOutcome = { note: string | null } | { noResult: string };

type PrepareRequest = {
  directory: string;
  prepare: Policy["prepare"];
  limits: ProcessRequest["limits"];
  unsandboxed?: boolean | undefined;
  /** Reads accepted lock files. Without it, the accepted side has no lock file. */
  readAccepted?: AcceptedFileReader | undefined;
  signal: AbortSignal | undefined;
  /** Reports the start of the preparation, also if another check started it. */
  onStart?: ((sinceMs: number) => void) | undefined;
};

type PrepareDeps = {
  processes: ProcessRunner;
  cache: PreparedCache;
  /** Shared preparations. Without it, this check prepares alone. */
  preparations?: Preparations | undefined;
  /** Network for preparations. Without it, a preparation has no network. */
  packages?: PackageNetwork | undefined;
};

const DEFAULT_RUN = PolicyFile.parse({}).prepare.run;
const LOCK_FILE = "package-lock.json";
const TIMEOUT_MS = durationMs("15m");
const MAX_SAID = 1_600;

const EARLIER = "Prepared from an earlier result.";

/** The reason for a stopped check. */
export const NOT_WANTED = "The check is no longer needed.";

/** Returns true if the preparation installs packages into the checkout. Committed packages are then left out. */
export async function makesModules(
  mirror: Pick<Mirror, "readFile">,
  { repo, tree, prepare }: { repo: string; tree: string; prepare: Policy["prepare"] },
): Promise<boolean> {
  if (prepare.run === null) return false;
  if (prepare.run !== DEFAULT_RUN) return true;
  return (await mirror.readFile(repo, tree, LOCK_FILE, 0)) !== null;
}

/**
 * Prepares a checkout, from the cache if the same command ran on the same inputs before.
 *
 * A cached result is made from the inputs alone, without the rest of the tree, so a change cannot plant files
 * that judge a later change. Checks that need the same result at the same time share one run. Without inputs the
 * command runs in the checkout and its result is not cached. Preparations reach package registries through a
 * proxy and have no other network.
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
    const finished = await deps.cache.find(name); // another run finished during the lookup
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
  return { failed: failureText(command, result, refused), note: refused };
}

async function readNothing(): Promise<null> {
  return null;
}

function failureText(
  command: string,
  result: ProcessResult,
  refused: string | null,
): string | null {
  if (result.end.how === "exited" && result.end.code === 0) return null;
  const how =
    result.end.how === "exited"
      ? `ended with exit code ${result.end.code}`
      : `was ended (${result.end.why})`;
  const said = trimOutput(result, MAX_SAID);
  const first = [`The preparation \`${command}\` ${how}.`, refused ?? []].flat().join(" ");
  return `${first}${said === "" ? "" : `\n\n${said}`}`;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** Clones blocks if the file system can, and never overwrites a file. */
const COPY = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;

/**
 * Copies missing directories, files and links. Existing entries stay unchanged, and no link is followed on either
 * side.
 *
 * Every copy is a separate file, so that a command cannot write into another copy.
 */
async function copyMissing(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const source = join(from, entry.name);
      const target = join(to, entry.name);
      const there = await statOrNull(target);
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

/** Copies into a new directory, where no entry can exist yet. */
async function copyDirectory(source: string, target: string): Promise<void> {
  await mkdir(target);
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => copyEntry(entry, join(source, entry.name), join(target, entry.name))),
  );
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch {
    return null;
  }
}
