import type { MoveEvidence } from "../proof/evidence.ts";
import { judgeMove } from "../proof/judge-move.ts";
import type { PersonAct } from "../proof/schema-act.ts";
import type { MoveStatement } from "../proof/schema-move.ts";
import { evidenceOf, type Forgery, ownerApproval, signedBy, trustOf } from "./evidence-of.ts";
import { actStatement, commonFields, taskFields } from "./proof-of.ts";

export type MovePredicate = MoveStatement["predicate"];

/** The problems of the honest move after a forgery. */
export const codesOf = (forgery: Forgery): string[] =>
  judgeMove(evidenceOf(forgery)).map(({ code }) => code);

export const TRUST_NUMBER_1 = { number: 1, sha256: trustOf().sha256 };

/** The fields of an act about the honest round. */
export const onTask = (by = "ana") => ({ ...taskFields(by), trust: TRUST_NUMBER_1 });

export const forgedClone = (more: Partial<MoveEvidence["clone"]>): Forgery => ({
  evidence: (all) => ({ ...all, clone: { ...all.clone, ...more } }),
});

export const forgedChain = (more: Partial<MoveEvidence["chain"]>): Forgery => ({
  evidence: (all) => ({ ...all, chain: { ...all.chain, ...more } }),
});

export const forgedMove = (more: Partial<MovePredicate>): Forgery => ({
  move: (honest) => ({ ...honest, ...more }),
});

export const forgedRound = (more: Partial<NonNullable<MovePredicate["round"]>>): Forgery => ({
  move: (honest) => ({ ...honest, round: honest.round && { ...honest.round, ...more } }),
});

/** Another reading of the signature by ana's key. */
export const forgedSignature = (more: Parameters<typeof signedBy>[1]): Forgery => ({
  actSignatures: [signedBy("ana", more)],
});

export const forgedAct = (more: object): Forgery => ({ acts: [ownerApproval("ana", more)] });

/** Another trust file of the parent, with the digest of the honest one. */
export const forgedTrust = (more: object): Forgery => ({
  evidence: (all) => ({ ...all, trust: { ...all.trust, file: trustOf(more).file } }),
});

/** A retraction of the honest act. */
export const forgedRetraction = (more: object, signature = signedBy("ana")): Forgery => ({
  evidence: (all) => {
    const retracts = all.proof.acts[0]?.digest ?? "";
    const undo: PersonAct = { act: "retract", ...commonFields("ana"), retracts, ...more };
    const retractions = [{ statement: actStatement(undo), signature }];
    return { ...all, chain: { ...all.chain, retractions } };
  },
});
