import { mkdir, mkdtemp } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { type Command, durationMs, type Policy } from "@countersign/core";
import type { CheckoutResult, Mirror } from "../ports/mirror.ts";
import type { ProcessLimits, ProcessResult, ProcessRunner } from "../ports/process-runner.ts";
import { lastLines } from "./clean-output.ts";
import { prepareCheckout } from "./prepare-checkout.ts";
import { createPreparedCache } from "./prepared-cache.ts";
import { removeDirectory } from "./remove-directory.ts";

export type CheckDeps = {
  mirror: Pick<Mirror, "checkout">;
  processes: ProcessRunner;
  /** A directory of ours; checkouts come and go in it, and prepared results stay for a while. */
  scratch: string;
  limits?: Partial<Omit<ProcessLimits, "timeoutMs">> | undefined;
};

export type CheckRequest = {
  repo: string;
  tree: string;
  check: Policy["checks"][number];
  prepare: Policy["prepare"];
  signal?: AbortSignal | undefined;
};

/** A finding as a check hands it in. */
export type CheckFinding = Extract<Command, { type: "record_verdict" }>["findings"][number]["raw"];

/** What a check says of one tree. No result is not an answer, and never an approval. */
export type CheckResult =
  | {
      opinion: "approved" | "concerns";
      findings: CheckFinding[];
      summary: string;
      sandboxed: boolean;
      durationMs: number;
    }
  | { noResult: string };

const GIBIBYTE = 1024 ** 3;

/** Half of the machine's memory, within reason: a check must not take the engine down with it. */
const LIMITS: Omit<ProcessLimits, "timeoutMs"> = {
  outputBytes: 256 * 1024,
  processes: 2_000,
  memoryBytes: Math.min(Math.max(totalmem() / 2, 2 * GIBIBYTE), 16 * GIBIBYTE),
};
const MOST_SAID = 1_700;
const MOST_COMMAND = 200;

/**
 * Runs one check of the policy on a clean checkout of exactly one tree.
 *
 * Only an exit code of zero approves. A check that was ended, could not be prepared or is written in a
 * format that we cannot read yet has no result.
 */
export async function runCheck(deps: CheckDeps, request: CheckRequest): Promise<CheckResult> {
  const { repo, tree, check, prepare, signal } = request;
  if (check.format !== "exit")
    return { noResult: `The format ${check.format} cannot be read yet.` };
  if (signal?.aborted) return { noResult: "The check was not wanted any more." };

  const place = await makePlace(deps.scratch);
  try {
    const checkout = await deps.mirror.checkout(repo, tree, place.tree);
    const limits = { ...LIMITS, ...deps.limits, timeoutMs: durationMs(check.timeout) };
    const cache = createPreparedCache(place.prepared);
    const { processes } = deps;
    const prepared = await prepareCheckout(
      { processes, cache },
      { directory: place.tree, prepare, limits, signal },
    );
    if ("noResult" in prepared) return prepared;
    const command = { command: check.run, directory: place.tree, network: "none" } as const;
    const result = await processes.run({ ...command, limits, signal });
    return read(check, result, [prepared.note, skippedNote(checkout)]);
  } finally {
    await removeDirectory(place.root);
  }
}

type Place = { root: string; tree: string; prepared: string };

async function makePlace(scratch: string): Promise<Place> {
  const prepared = join(scratch, "prepared");
  await mkdir(prepared, { recursive: true, mode: 0o700 });
  const root = await mkdtemp(join(scratch, "check-"));
  const tree = join(root, "tree");
  await mkdir(tree, { mode: 0o700 });
  return { root, tree, prepared };
}

function read(
  check: CheckRequest["check"],
  result: ProcessResult,
  notes: readonly (string | null)[],
): CheckResult {
  const { end, sandboxed, durationMs: took } = result;
  const command = `\`${check.run.slice(0, MOST_COMMAND)}\``;
  if (end.how === "killed") return { noResult: `${command} ${KILLED[end.why](check.timeout)}.` };

  const said = `${command} ended with exit code ${end.code} after ${(took / 1_000).toFixed(1)} s.`;
  const place = sandboxed ? null : "It ran without a sandbox.";
  const summary = [said, place, ...notes].filter((line) => line !== null).join(" ");
  const findings = end.code === 0 ? [] : [failure(command, end.code, result)];
  const opinion = findings.length === 0 ? "approved" : "concerns";
  return { opinion, findings, summary, sandboxed, durationMs: took };
}

const KILLED: Readonly<Record<KilledWhy, (timeout: string) => string>> = {
  timeout: (timeout) => `did not end within ${timeout}`,
  aborted: () => "was not wanted any more",
  memory: () => "took more memory than a check may",
  processes: () => "started more processes than a check may",
  signal: () => "was ended by a signal",
};
type KilledWhy = Extract<ProcessResult["end"], { how: "killed" }>["why"];

function failure(command: string, code: number, result: ProcessResult): CheckFinding {
  const said = lastLines(result, MOST_SAID - MOST_COMMAND);
  const output = said === "" ? "It wrote nothing." : said;
  const message = `${command} ended with exit code ${code}.\n\n${output}`;
  return { severity: "major", category: "check", message };
}

function skippedNote({ skipped }: CheckoutResult): string | null {
  if (skipped.length === 0) return null;
  const reasons = [...new Set(skipped.map(({ why }) => why.replaceAll("_", " ")))];
  return `${skipped.length} paths could not be checked out (${reasons.join(", ")}).`;
}
