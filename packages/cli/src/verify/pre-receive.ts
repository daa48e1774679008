import { isAbsolute, join, resolve } from "node:path";
import { type Clone, type ObjectPlaces, openClone } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { listTargets } from "./proof-chain.ts";
import { type VerifyCloneOptions, verifyOpenedClone } from "./verify-clone.ts";
import type { VerifyReport } from "./verify-report.ts";

/** One line that git gives to a pre-receive hook. Null: the ref does not exist. */
export type RefUpdate = { ref: string; before: string | null; after: string | null };

/** Why a push is refused: a rule about a ref, or the report about a target. */
export type Refusal = { ref: string; why: string; report: VerifyReport | null };

const LINE = /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (refs\/\S+)$/;
const NONE = /^0+$/;
const OURS = "refs/countersign/";
const PROOFS = "refs/countersign/proofs/";
/** Refs that only move forward. */
const GROWING = [PROOFS, "refs/countersign/witnessed/"];

/** Parses the lines that git writes to the hook's input. */
export function parseUpdates(text: string): RefUpdate[] {
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [, before, after, ref] = LINE.exec(line) ?? [];
    if (before === undefined || after === undefined || ref === undefined)
      throw new CountersignError("invalid_input", "The input is not that of a pre-receive hook", {
        hint: "Call it from hooks/pre-receive: exec countersign verify --pre-receive --root csr1…",
      });
    return { ref, before: idOrNull(before), after: idOrNull(after) };
  });
}

const idOrNull = (id: string): string | null => (NONE.test(id) ? null : id);

type Environment = Readonly<Record<string, string | undefined>>;

/** Finds the objects of a push that is not accepted yet, as git names them to its hooks. */
export function findQuarantine(env: Environment, directory: string): ObjectPlaces | undefined {
  const objects = env.GIT_OBJECT_DIRECTORY ?? env.GIT_QUARANTINE_PATH;
  if (objects === undefined || objects === "") return undefined;
  const absolute = (path: string): string => (isAbsolute(path) ? path : resolve(directory, path));
  const alternates = (env.GIT_ALTERNATE_OBJECT_DIRECTORIES ?? "").split(":").filter(Boolean);
  return { objects: absolute(objects), alternates: alternates.map(absolute) };
}

export type PreReceiveOptions = Omit<VerifyCloneOptions, "revision"> & {
  updates: readonly RefUpdate[];
  quarantine: ObjectPlaces | undefined;
};

/**
 * Judges a push before a server accepts it: a target moves only forward and with its proofs, and proofs are only
 * added. An empty list accepts the push.
 */
export async function judgePush(options: PreReceiveOptions): Promise<Refusal[]> {
  const { directory, git, updates, quarantine } = options;
  const overlay = new Map(updates.map(({ ref, after }) => [ref, after]));
  const clone = await openClone({ directory, git, quarantine, overlay });
  try {
    const refusals: Refusal[] = [];
    for (const update of updates) {
      const why = await ruleAgainst(clone, update);
      if (why !== null) refusals.push({ ref: update.ref, why, report: null });
    }
    if (refusals.length > 0) return refusals;
    for (const target of await touchedTargets(clone, options))
      refusals.push(...(await judgeTarget(clone, target, options)));
    return refusals;
  } finally {
    clone.close();
  }
}

/** Returns the rule that forbids an update of our refs. Null if none does. */
async function ruleAgainst(clone: Clone, update: RefUpdate): Promise<string | null> {
  const { ref, before, after } = update;
  if (!ref.startsWith(OURS) || before === null) return null;
  if (after === null) return "refs of countersign are never deleted";
  if (
    GROWING.some((folder) => ref.startsWith(folder)) &&
    (await clone.isAncestor(before, after)) === true
  )
    return null;
  return ref.startsWith(PROOFS)
    ? "proofs are only added, never replaced"
    : "this ref never changes its value";
}

/** The targets that a push moves or whose proofs it changes. Without proofs, the default branch counts too. */
async function touchedTargets(clone: Clone, options: PreReceiveOptions): Promise<string[]> {
  const { target: asked, updates } = options;
  const head = (await clone.readBranch())?.replace(/^refs\/heads\//, "");
  const guarded = new Set([...(await listTargets(clone)).keys(), asked ?? head ?? ""]);
  return [...guarded].filter((target) =>
    updates.some(
      ({ ref }) => ref === `refs/heads/${target}` || ref.startsWith(`${PROOFS}${target}/`),
    ),
  );
}

async function judgeTarget(
  clone: Clone,
  target: string,
  options: PreReceiveOptions,
): Promise<Refusal[]> {
  const ref = `refs/heads/${target}`;
  const update = options.updates.find((one) => one.ref === ref) ?? null;
  const why = update && (await ruleAgainstMove(clone, update));
  if (why !== null) return [{ ref, why, report: null }];
  const tip = update?.after ?? (await clone.listRefs("refs/heads/")).get(ref);
  if (tip === undefined) return [{ ref, why: "proofs come with their target", report: null }];
  const before = update?.before ?? null;
  const report = await verifyOpenedClone(clone, {
    ...options,
    target,
    revision: before === null ? tip : `${before}..${tip}`,
    stateDirectory: stateDirectory(clone, options),
    rememberUntil: await newestAccepted(clone, target, options.updates),
  });
  if (isAccepted(report, update)) return [];
  return [{ ref, why: `the push is ${resultOf(report)}`, report }];
}

/**
 * With a root, the server's bookmark is beside its refs, where only accounts that own the repository can write. What
 * the environment of the hook names may come from the account that pushes.
 */
function stateDirectory(
  { directory }: Pick<Clone, "directory">,
  { root, stateDirectory: other }: PreReceiveOptions,
): string | undefined {
  return root === undefined ? other : join(directory, "countersign", root);
}

/** Returns the newest proof of a target from before the push. A push that is refused must not be remembered. */
async function newestAccepted(
  clone: Clone,
  target: string,
  updates: readonly RefUpdate[],
): Promise<string | null> {
  const prefix = `${PROOFS}${target}/`;
  const before = new Map<string, string | null>(await clone.listRefs(prefix));
  for (const update of updates)
    if (update.ref.startsWith(prefix)) before.set(update.ref, update.before);
  const segments = [...before].filter(([, proof]) => proof !== null).toSorted();
  return segments.at(-1)?.[1] ?? null;
}

async function ruleAgainstMove(clone: Clone, { before, after }: RefUpdate): Promise<string | null> {
  if (after === null) return "the target is never deleted";
  const isForward = before === null || (await clone.isAncestor(before, after)) === true;
  return isForward ? null : "the target moves only forward";
}

/** Of a chain that begins in this push, every move must be proved. Its target has older commits without a proof. */
function isAccepted(report: VerifyReport, update: RefUpdate | null): boolean {
  const { chain, moves, problems, from } = report;
  const isWhole = chain.unproved.length === 0;
  if (report.result === "proved") return update?.before !== null || isWhole;
  const isBegun = problems.every(({ code, move }) => code === "proof_missing" && move === null);
  const hasAll = moves.length > 0 && moves.length === chain.moves;
  return isBegun && isWhole && hasAll && from !== null;
}

function resultOf({ result }: VerifyReport): string {
  return result === "proved" ? "unproved: a move before the last one is not proved" : result;
}
