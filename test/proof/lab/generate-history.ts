/**
 * Generates repositories with proofs: `generateHistory({ seed, moves: 12 })` makes a state, and
 * `writeHistory(lab, folder)` writes it as a bare repository at an empty folder. The same seed gives the same history.
 *
 * - `rootOf(lab)` is the fingerprint of the root, for `--root`.
 * - `moves` counts all moves with the root. 10,000 moves are possible; `kinds: ["ed25519"]` with `steps: ["squash"]`
 *   makes the usual ones only.
 * - `forced` sets moves by their numbers; `tampering` changes them as a forger would.
 */
import { acceptMove } from "./accept-move.ts";
import { appendMove, type MoveDraft, type Tampering } from "./append-move.ts";
import { createLab, type Lab, type LabOptions } from "./lab.ts";
import { policyMove, reviewMove } from "./review-move.ts";
import { addWaypoint, retract } from "./side-refs.ts";
import { storeProofs } from "./store-proofs.ts";
import { rootMove, trustMove } from "./trust-move.ts";
import { writeRepository } from "./write-repository.ts";

/** Every kind of move after the root. */
const STEPS = {
  merge: (lab) => reviewMove(lab, "merge", "approved", false),
  squash: (lab) => reviewMove(lab, "squash", "approved", false),
  rebase: (lab) => reviewMove(lab, "rebase", "approved", false),
  forge: (lab) => reviewMove(lab, "forge", "approved", false),
  merge_moved: (lab) => reviewMove(lab, "merge", "approved", true),
  squash_moved: (lab) => reviewMove(lab, "squash", "approved", true),
  forge_moved: (lab) => reviewMove(lab, "forge", "approved", true),
  override: (lab) => reviewMove(lab, "squash", "overridden", false),
  dispose: (lab) => reviewMove(lab, "squash", "disposed", false),
  release: (lab) => reviewMove(lab, "merge", "released", false),
  label: (lab) => reviewMove(lab, "squash", "labelled", false),
  mode: (lab) => reviewMove(lab, "squash", "mode_set", false),
  carry: (lab) => reviewMove(lab, "merge", "carried", false),
  policy: (lab) => policyMove(lab),
  accept: (lab) => acceptMove(lab),
  rotate: (lab) => trustMove(lab, "rotated"),
  add_person: (lab) => trustMove(lab, "added"),
  remove_person: (lab) => trustMove(lab, "removed"),
  quorum: (lab) => trustMove(lab, "requorum"),
  recover: (lab) => trustMove(lab, "recovered"),
  revoke: (lab) => trustMove(lab, "revoked"),
  new_engine: (lab) => trustMove(lab, "new_engine"),
} as const satisfies Record<string, (lab: Lab) => MoveDraft>;

export type StepKind = keyof typeof STEPS;

const isStep = (name: string): name is StepKind => Object.hasOwn(STEPS, name);
export const STEP_KINDS = Object.keys(STEPS).filter(isStep);

export type HistoryOptions = LabOptions & {
  /** Number of moves with the root. */
  moves: number;
  /** The kinds of moves to choose from. Default: all. */
  steps?: readonly [StepKind, ...StepKind[]];
  /** The moves with these numbers, and what a forger changes about them. */
  forced?: ReadonlyMap<number, ForcedMove>;
};

export type ForcedMove = {
  step: StepKind | ((lab: Lab) => MoveDraft);
  tampering?: Tampering | undefined;
};

export function generateHistory(options: HistoryOptions): Lab {
  const { moves, forced } = options;
  const lab = createLab(options);
  const steps: readonly [StepKind, ...StepKind[]] = options.steps ?? ["merge", ...STEP_KINDS];
  appendMove(lab, rootMove(lab), forced?.get(1)?.tampering);
  for (let number = 2; number <= moves; number += 1) {
    const { step, tampering } = forced?.get(number) ?? { step: lab.random.pick(steps) };
    const draft = typeof step === "function" ? step(lab) : STEPS[step](lab);
    appendMove(lab, draft, tampering);
    if (options.steps === undefined) addSideRefs(lab);
  }
  return lab;
}

/** Sometimes a waypoint, or an act that was undone before a move used it. */
function addSideRefs(lab: Lab): void {
  if (lab.random.chance(0.1)) addWaypoint(lab);
  if (lab.random.chance(0.1)) retract(lab, "ana", lab.random.hex(64));
}

/** The fingerprint that a verifier pins. */
export function rootOf({ proofs }: Lab): string {
  return `csr1${proofs[0]?.digest}`;
}

/** Writes the repository, by default with all its proofs. */
export function writeHistory(lab: Lab, folder: string, refs = storeProofs(lab)): void {
  writeRepository(folder, lab.store, refs);
}
