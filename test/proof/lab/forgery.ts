import type { PersonAct, ProofProblem } from "@countersign/core";
import type { ActDraft, MoveDraft, MovePredicate, Tampering } from "./append-move.ts";
import type { HistoryOptions, StepKind } from "./generate-history.ts";
import type { Lab, LabProof } from "./lab.ts";

/** One kind of attack, and the problem that a verifier must report. */
export type Forgery = {
  name: string;
  problem: ProofProblem["code"];
  /** The forged move. Default: a squash. */
  step?: StepKind | ((lab: Lab) => MoveDraft);
  tampering?: Tampering;
  /** The moves before the forged one, and the one after it. */
  before?: EarlierMove | readonly EarlierMove[];
  after?: (lab: Lab) => MoveDraft;
  /** True if no move follows, or if the forged move is the first one. */
  isLast?: boolean;
  isRoot?: boolean;
  options?: Partial<Pick<HistoryOptions, "presence" | "kinds">>;
  /** Changes the finished repository: its proofs, its refs or its objects. */
  finish?: (repository: ForgedRepository) => void;
  /** What a verifier pins. Default: the root of the history. */
  root?: (lab: Lab) => string | undefined;
};

/** `raise_quorum` makes sure that one owner is too few. */
export type EarlierMove = StepKind | "raise_quorum" | ((lab: Lab) => MoveDraft);

export type ForgedRepository = {
  lab: Lab;
  /** The number of the forged move. */
  number: number;
  /** The proofs to store. */
  proofs: LabProof[];
  refs: { target?: string };
};

type RoundFields = NonNullable<MovePredicate["round"]>;

/** Changes the first act before the person signs it. */
export const onAct = (change: (draft: ActDraft, lab: Lab) => Partial<ActDraft>): Tampering => ({
  acts: ([first, ...others], lab) =>
    first === undefined ? others : [{ ...first, ...change(first, lab) }, ...others],
});

/** Gives the first act other fields. The person's key signs them. */
export const editAct = (fields: (act: PersonAct, lab: Lab) => object): Tampering =>
  onAct(({ act }, lab) => ({ act: Object.assign({}, act, fields(act, lab)) }));

/** Gives the move other fields. The engine's key signs them. */
export const editMove = (
  fields: (predicate: MovePredicate, lab: Lab) => Partial<MovePredicate>,
): Tampering => ({
  move: (statement, lab) => ({
    ...statement,
    predicate: { ...statement.predicate, ...fields(statement.predicate, lab) },
  }),
});

export const editRound = (fields: (round: RoundFields, lab: Lab) => Partial<RoundFields>) =>
  editMove(({ round }, lab) => ({ round: round && { ...round, ...fields(round, lab) } }));

/** Changes the lines of the finished proof. */
export const editLines = (change: (lines: string[]) => string[]): Tampering => ({
  text: (text) =>
    change(text.split("\n").slice(0, -1))
      .map((line) => `${line}\n`)
      .join(""),
});

/** Numbers the lines of signatures again after statements were added or removed. */
export function renumbered(lines: readonly string[]): string[] {
  return lines.map((line, at) =>
    line.replace(/^\{"line":\d+,"sshsig":/, `{"line":${at},"sshsig":`),
  );
}

export const OTHER_DIGEST = "0123456789abcdef".repeat(4);
