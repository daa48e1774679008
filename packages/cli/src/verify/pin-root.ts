import type { Clone } from "@countersign/adapters";
import { parseProof, rootFingerprint } from "@countersign/core";
import { readProofFiles } from "./read-evidence.ts";
import type { ReportedProofProblem, RootOrigin } from "./verify-report.ts";
import { readRootOf, type VerifyState, writeRootOf, writeState } from "./verify-state.ts";
import type { WalkedScope } from "./walk-scope.ts";

/** The root that the chain must begin at, and how it is known. */
export type PinnedRoot = { root: string | null; is: RootOrigin };

type PinRequest = {
  given: string | undefined;
  /** Null: nothing can be remembered. */
  state: VerifyState | null;
  target: string;
  segments: ReadonlyMap<number, string>;
};

/** Finds the root to pin: the one that was given, the one that is remembered, or on first use the one of the clone. */
export async function pinRoot(clone: Clone, request: PinRequest): Promise<PinnedRoot> {
  const { given, state, segments } = request;
  if (given !== undefined) return { root: given, is: "given" };
  const known = state?.remembered?.root;
  if (known !== undefined) return { root: known, is: "remembered" };
  const tip = state === null ? undefined : segments.get(0);
  const listed = tip === undefined ? null : await clone.listProofs(tip, null);
  const [first] = listed?.proofs ?? [];
  if (first === undefined || listed?.isWhole !== true) return { root: null, is: "unknown" };
  const files = await readProofFiles(clone, [{ ...first, number: 1 }]);
  const parsed = parseProof(files.get(first.tree)?.get("proof.jsonl")?.text ?? "");
  return parsed.ok
    ? { root: rootFingerprint(parsed.proof), is: "first_use" }
    : { root: null, is: "unknown" };
}

type RememberRequest = {
  pinned: PinnedRoot;
  state: VerifyState | null;
  stateDirectory: string | undefined;
  target: string;
};

type Remembered = { is: RootOrigin; problems: ReportedProofProblem[] };

/**
 * Remembers a root on first use. Another clone of the same repository must have had the same one. If nothing can be
 * written, the root stays unknown.
 */
export async function rememberRoot(
  { repository }: Pick<WalkedScope, "repository">,
  { pinned: { root, is }, state, stateDirectory: folder, target }: RememberRequest,
): Promise<Remembered> {
  if (is !== "first_use" || root === null || state === null || folder === undefined)
    return { is, problems: [] };
  if (repository === null) return unknown();
  const known = await readRootOf(folder, repository, target);
  if (known !== null && known !== root)
    return { is: "unknown", problems: [{ code: "root_other", move: 1, about: known }] };
  const isWritten =
    (await writeRootOf(folder, { repository, target }, root)) &&
    (await writeState(state.file, { version: 1, root, bookmark: null }));
  return isWritten ? { is, problems: [] } : unknown();
}

function unknown(): Remembered {
  return { is: "unknown", problems: [{ code: "root_unknown", move: 1, about: null }] };
}
