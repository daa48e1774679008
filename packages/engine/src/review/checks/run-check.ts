import { mkdir, mkdtemp } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { durationMs, type JudgeChange, type Policy } from "@countersign/core";
import type { CheckoutOptions, CheckoutResult, Mirror } from "../../ports/mirror.ts";
import type { PackageNetwork } from "../../ports/package-network.ts";
import type { ProcessLimits, ProcessResult, ProcessRunner } from "../../ports/process-runner.ts";
import type { ReadReport, ReportReader } from "../../ports/report-reader.ts";
import { acceptedFiles, ownSettings } from "./accepted-files.ts";
import { acceptedSets } from "./accepted-sets.ts";
import { compareRuns } from "./compare-runs.ts";
import type { CheckResult } from "./findings/check-result.ts";
import { judgeRun } from "./judge-run.ts";
import type { Preparations } from "./prepare/preparations.ts";
import { makesModules, NOT_WANTED, prepareCheckout } from "./prepare/prepare-checkout.ts";
import type { AcceptedFileReader } from "./prepare/prepare-network.ts";
import { createPreparedCache } from "./prepare/prepared-cache.ts";
import { removeDirectory } from "./prepare/remove-directory.ts";
import { quoteLines } from "./quote-lines.ts";
import { sandboxRefusal, type UnsandboxedRule } from "./sandbox-refusal.ts";

export type CheckDeps = {
  mirror: Pick<Mirror, "checkout" | "readFile">;
  processes: ProcessRunner;
  reports: ReportReader;
  /** Allows commands without a sandbox. Default: none. */
  mayRunUnsandboxed?: UnsandboxedRule | undefined;
  /** Network for preparations. Default: none. */
  packages?: PackageNetwork | undefined;
  /** Shared preparations. Default: each check prepares alone. */
  preparations?: Preparations | undefined;
  /** The engine's directory for temporary checkouts and cached preparations. */
  scratch: string;
  limits?: Partial<Omit<ProcessLimits, "timeoutMs">> | undefined;
};

export type CheckRequest = {
  repo: string;
  tree: string;
  check: Policy["checks"][number];
  prepare: Policy["prepare"];
  /** How the change alters the files that steer checks. Default: not at all. */
  judges?: Judges | undefined;
  signal?: AbortSignal | undefined;
  /** Reports the current step of the check. */
  onStep?: ((step: CheckStep) => void) | undefined;
};

/** The current step of a check, and its start in milliseconds since the epoch. */
export type CheckStep = { is: "preparing" | "running"; sinceMs: number };

/** The accepted commit that a change starts from, and how the change alters its judge files. */
export type Judges = { accepted: string; changes: readonly JudgeChange[] };

const GIBIBYTE = 1024 ** 3;

/** A check may use half of the machine's memory within fixed bounds, so that it cannot stop the engine. */
const LIMITS: Omit<ProcessLimits, "timeoutMs"> = {
  outputBytes: 256 * 1024,
  processes: 2_000,
  memoryBytes: Math.min(Math.max(totalmem() / 2, 2 * GIBIBYTE), 16 * GIBIBYTE),
};

/** Maximum bytes of a report, which is read from its beginning. */
const REPORT_BYTES = 8_000_000;

const MAX_LOCK_BYTES = 32 * 1024 ** 2;

/**
 * Runs one check of the policy on a clean checkout of exactly one tree.
 *
 * Only an exit code of zero approves; a report must also be without findings. A check that was stopped, could not
 * be prepared or wrote an unreadable report has no result. Nothing runs without a sandbox, unless the engine's
 * owner allowed it for this repository. If the change alters files that steer the check, the check runs with each
 * set of accepted files until one fails, and with the change's own files.
 */
export async function runCheck(deps: CheckDeps, request: CheckRequest): Promise<CheckResult> {
  const { check, judges } = request;
  const changes = (judges?.changes ?? []).filter(({ checks }) => checks.includes(check.id));
  if (judges === undefined || changes.length === 0) return await runOnce(deps, request, {});
  const { accepted: commit } = judges;
  let accepted: CheckResult = { noResult: NOT_WANTED };
  let laidOver: readonly JudgeChange[] = changes;
  for (const set of acceptedSets(changes)) {
    const files = await acceptedFiles(deps.mirror, request, { accepted: commit, changes: set });
    accepted = await runOnce(deps, request, { files });
    laidOver = set;
    if (!("opinion" in accepted && accepted.opinion === "approved")) break;
  }
  const env = await ownSettings(deps.mirror, request, { accepted: commit, changes });
  const own = await runOnce(deps, request, { env });
  return compareRuns({ check, changes: laidOver, accepted, own });
}

type RunOptions = {
  files?: CheckoutOptions | undefined;
  env?: Readonly<Record<string, string>> | undefined;
};

async function runOnce(
  deps: CheckDeps,
  request: CheckRequest,
  { files, env }: RunOptions,
): Promise<CheckResult> {
  const { repo, tree, check, prepare, signal, onStep } = request;
  if (signal?.aborted) return { noResult: NOT_WANTED };
  const unsandboxed = (await deps.mayRunUnsandboxed?.(repo)) ?? false;
  const refusal = await sandboxRefusal(deps.processes, unsandboxed);
  if (refusal !== null) return { noResult: refusal };

  const withoutFolders = (await makesModules(deps.mirror, request)) ? ["node_modules"] : [];
  const place = await createDirectories(deps.scratch);
  try {
    const laidOut = { ...files, withoutFolders };
    const checkout = await deps.mirror.checkout(repo, tree, place.tree, laidOut);
    const limits = { ...checkLimits(check), ...deps.limits, timeoutMs: durationMs(check.timeout) };
    const cache = createPreparedCache(place.prepared);
    const { processes, packages, preparations } = deps;
    const readAccepted = acceptedReader(deps.mirror, request);
    const onStart = (sinceMs: number) => onStep?.({ is: "preparing", sinceMs });
    const prepared = await prepareCheckout(
      { processes, cache, packages, preparations },
      { directory: place.tree, prepare, limits, unsandboxed, readAccepted, signal, onStart },
    );
    if ("noResult" in prepared) return prepared;
    onStep?.({ is: "running", sinceMs: Date.now() });
    const command = { command: check.run, directory: place.tree, network: "none" } as const;
    const options = { limits, unsandboxed, signal, ...(env && { env }) };
    const result = await processes.run({ ...command, ...options });
    const report = await readReport(deps, request, result);
    return judgeRun({ check, result, report, notes: [prepared.note, skippedNote(checkout)] });
  } finally {
    await removeDirectory(place.root);
  }
}

function checkLimits({ format }: CheckRequest["check"]): Omit<ProcessLimits, "timeoutMs"> {
  return format === "exit" ? LIMITS : { ...LIMITS, outputBytes: REPORT_BYTES };
}

async function readReport(
  { mirror, reports }: CheckDeps,
  { repo, tree, check }: CheckRequest,
  { end, stdout, droppedBytes, directory }: ProcessResult,
): Promise<ReadReport | null> {
  if (check.format === "exit" || end.how === "killed") return null;
  if (droppedBytes > 0) return { ok: false, reason: "it is too long" };
  const text = Buffer.from(stdout).toString("utf8");
  const report = reports.read(check.format, text, directory);
  if (!report.ok) return report;
  return { ...report, findings: await quoteLines(mirror, { repo, tree }, report.findings) };
}

/** Reads lock files of the accepted side. The change's own lock files give no network access. */
function acceptedReader(
  mirror: Pick<Mirror, "readFile">,
  { repo, judges }: CheckRequest,
): AcceptedFileReader {
  return async (path) => {
    if (judges === undefined) return null;
    const read = await mirror.readFile(repo, judges.accepted, path, MAX_LOCK_BYTES);
    return read?.bytes == null ? null : Buffer.from(read.bytes).toString("utf8");
  };
}

type CheckDirectories = { root: string; tree: string; prepared: string };

async function createDirectories(scratch: string): Promise<CheckDirectories> {
  const prepared = join(scratch, "prepared");
  await mkdir(prepared, { recursive: true, mode: 0o700 });
  const root = await mkdtemp(join(scratch, "check-"));
  const tree = join(root, "tree");
  await mkdir(tree, { mode: 0o700 });
  return { root, tree, prepared };
}

function skippedNote({ skipped }: CheckoutResult): string | null {
  if (skipped.length === 0) return null;
  const reasons = [...new Set(skipped.map(({ why }) => why.replaceAll("_", " ")))];
  return `${skipped.length} paths could not be checked out (${reasons.join(", ")}).`;
}
