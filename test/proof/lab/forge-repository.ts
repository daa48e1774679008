import type { MoveDraft } from "./append-move.ts";
import { FORGED_ACTS } from "./forged-acts.ts";
import { FORGED_INPUTS } from "./forged-inputs.ts";
import { FORGED_MOVES } from "./forged-moves.ts";
import { FORGED_REPOSITORIES } from "./forged-repositories.ts";
import { FORGED_TEXTS } from "./forged-texts.ts";
import { FORGED_TRANSPLANTS } from "./forged-transplants.ts";
import { FORGED_TRUST } from "./forged-trust.ts";
import { FORGED_WITNESSES } from "./forged-witnesses.ts";
import type { EarlierMove, Forgery } from "./forgery.ts";
import { type ForcedMove, generateHistory, rootOf, writeHistory } from "./generate-history.ts";
import type { Lab } from "./lab.ts";
import { TARGET } from "./lab.ts";
import { randomOf } from "./random.ts";
import { storeProofs } from "./store-proofs.ts";
import { trustMove } from "./trust-move.ts";

/** Every kind of attack, and the problem that a verifier must report. */
export const FORGERIES: readonly Forgery[] = [
  ...FORGED_ACTS,
  ...FORGED_TRANSPLANTS,
  ...FORGED_MOVES,
  ...FORGED_INPUTS,
  ...FORGED_TEXTS,
  ...FORGED_TRUST,
  ...FORGED_REPOSITORIES,
  ...FORGED_WITNESSES,
];

export type Forged = { lab: Lab; number: number; root: string | undefined };

/** Writes a generated history in which one move, at a random place, is forged. */
export function forgeRepository(forgery: Forgery, seed: number, folder: string): Forged {
  const random = randomOf(seed);
  const moves = 5 + random.below(4);
  const number = placeOf(forgery, moves, (end) => random.below(end));
  const lab = generateHistory({
    ...{ seed, moves, format: random.chance(0.5) ? "sha1" : "sha256" },
    ...forgery.options,
    forced: forcedMoves(forgery, number),
  });
  const root = forgery.root === undefined ? rootOf(lab) : forgery.root(lab);
  const repository = { lab, number, proofs: [...lab.proofs], refs: {} as { target?: string } };
  forgery.finish?.(repository);
  const refs = storeProofs(lab, repository.proofs);
  refs.set(TARGET, repository.refs.target ?? lab.commit);
  writeHistory(lab, folder, refs);
  return { lab, number, root };
}

/** There is a move before the forged one, and one after it. */
function placeOf(forgery: Forgery, moves: number, below: (end: number) => number): number {
  if (forgery.isRoot === true) return 1;
  const first = 2 + Math.max(1, earlierMoves(forgery).length);
  return forgery.isLast === true ? moves : first + below(moves - first);
}

function earlierMoves({ before = [] }: Forgery): readonly EarlierMove[] {
  return typeof before === "object" ? before : [before];
}

function forcedMoves(forgery: Forgery, number: number): Map<number, ForcedMove> {
  const { step = "squash", after, tampering } = forgery;
  const forced = new Map<number, ForcedMove>([[number, { step, tampering }]]);
  for (const [at, step] of earlierMoves(forgery).toReversed().entries())
    forced.set(number - 1 - at, { step: stepBefore(step) });
  if (after !== undefined) forced.set(number + 1, { step: after });
  return forced;
}

/** Raises the quorum to two if it is lower; else an ordinary change of trust. */
function stepBefore(before: EarlierMove): ForcedMove["step"] {
  if (before !== "raise_quorum") return before;
  return (lab: Lab): MoveDraft => trustMove(lab, lab.trust.quorum === 1 ? "requorum" : "added");
}
