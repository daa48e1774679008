import {
  type ActStatement,
  digestText,
  type InputActs,
  type LogEntry,
  parsePersonStatement,
  type Round,
  type Task,
  type TrustVersion,
} from "@countersign/core";
import type { StoredAct } from "../store/proofs/stored-acts.ts";
import { fingerprintOf } from "./fingerprint-of.ts";

/** An act that a proof contains, and what it says. */
export type ChosenAct = StoredAct & { digest: string; statement: ActStatement };

/** The acts of a merge, and which input of a person each stands behind. */
export type ChosenActs = { acts: readonly ChosenAct[]; behind: InputActs };

type Merged = {
  task: Task;
  round: Round;
  log: readonly LogEntry[];
  target: string;
  /** The digest of the changes of the round. */
  changes: string;
  trust: TrustVersion;
  /** The number of the proof. */
  number: number;
};

/**
 * Chooses the acts that settled what the decision read, each by the log entries that its own command wrote.
 *
 * An act that a verifier would not count for this merge is left out, so that its input counts as told.
 */
export function chooseActs(merged: Merged, recorded: readonly StoredAct[]): ChosenActs {
  const byEntry = new Map<number, ChosenAct>();
  for (const signed of recorded) {
    const act = parseStoredAct(signed);
    if (act === null || !isValidFor(act, merged)) continue;
    for (const seq of entriesOf(act, merged.log)) byEntry.set(seq, act);
  }
  const settled = settledBy(merged, (seq) => byEntry.get(seq) ?? null);
  const chosen = new Set(settled.all);
  const acts = [...new Set(byEntry.values())].filter((act) => chosen.has(act));
  return { acts, behind: settled.behind };
}

/** Returns the act of a proof. Null for the statement of a command. */
export function parseStoredAct(signed: StoredAct): ChosenAct | null {
  const parsed = parsePersonStatement(signed.line);
  if (parsed === null || parsed.predicateType !== "https://countersign.dev/act/v1") return null;
  return { ...signed, digest: digestText(signed.line), statement: parsed };
}

/** Returns the entries that the command of an act wrote: they have one actor and one time. */
function entriesOf({ seq, statement }: ChosenAct, log: readonly LogEntry[]): number[] {
  const first = log.find((entry) => entry.seq === seq);
  if (seq === null || first === undefined || first.by !== statement.predicate.by) return [];
  return log
    .filter((entry) => entry.seq >= seq && entry.atMs === first.atMs && entry.by === first.by)
    .map((entry) => entry.seq);
}

function isValidFor({ statement }: ChosenAct, merged: Merged): boolean {
  const { predicate: act } = statement;
  const { task, round, changes } = merged;
  if (!("content" in act) || act.task !== task.id || act.round > round.number) return false;
  const isSame = act.content.tree === round.content.tree && act.content.changes === changes;
  return isSame && isTrustedAct(statement, round.content.tree, merged);
}

/** Returns true if the trust file counts the act: its repository and target, and a key of the person in force. */
export function isTrustedAct(
  { predicate: act, subject }: ActStatement,
  tree: string,
  { trust: { file, sha256 }, target, number }: Pick<Merged, "trust" | "target" | "number">,
): boolean {
  const [about] = subject;
  const keys = Object.hasOwn(file.people, act.by) ? (file.people[act.by]?.keys ?? []) : [];
  const isRevoked = file.revoked.some(({ key, from }) => key === act.key && number >= from);
  return (
    act.repository === file.repository &&
    about?.name === `refs/heads/${target}` &&
    about.digest.gitTree === tree &&
    (act.trust.number < file.number ||
      (act.trust.number === file.number && act.trust.sha256 === sha256)) &&
    keys.some(({ key }) => fingerprintOf(key) === act.key) &&
    !isRevoked
  );
}

/** What was settled so far, and by which acts. Later settlements replace earlier ones. */
type Settlements = {
  /** By the actor and the requirement that it answers, because answers are carried to later rounds. */
  seats: Map<string, ChosenAct>;
  findings: Map<string, ChosenAct>;
  modes: Map<string, ChosenAct>;
  released: ChosenAct[];
  override: ChosenAct | null;
};

function settledBy(
  { round, log }: Merged,
  actAt: (seq: number) => ChosenAct | null,
): { behind: InputActs; all: readonly ChosenAct[] } {
  const settled: Settlements = {
    ...{ seats: new Map(), findings: new Map(), modes: new Map() },
    ...{ released: [], override: null },
  };
  for (const { seq, event } of log) settle(settled, event, actAt(seq), round);
  const { findings, modes, released, override } = settled;
  const verdicts = new Map<string, ChosenAct>();
  for (const verdict of round.verdicts.items) {
    const act = settled.seats.get(seatOf(verdict));
    if (act !== undefined) verdicts.set(verdict.id, act);
  }
  const settlements = [verdicts, findings, modes].flatMap((group) => [...group.values()]);
  const overriding = round.overridden && override !== null ? [override] : [];
  return {
    behind: {
      verdicts: digests(verdicts),
      findings: digests(findings),
      labels: new Map(),
      modes: digests(modes),
      released: [...new Set(released.map(({ digest }) => digest))],
    },
    all: [...settlements, ...released, ...overriding],
  };
}

function settle(
  settled: Settlements,
  event: LogEntry["event"],
  act: ChosenAct | null,
  round: Round,
): void {
  switch (event.type) {
    case "submitted":
      settled.released = [];
      settled.override = null;
      return;
    case "verdict_recorded":
      replace(settled.seats, seatOf(event.verdict), answering(act, round));
      return;
    case "disposed":
      replace(settled.findings, event.finding, disposing(act, event));
      return;
    case "mode_proposed":
      // Several actors may propose the same mode. One signature is enough.
      if (act !== null) settled.modes.set(event.proposal.mode, act);
      return;
    case "released":
      settled.released = [...settled.released, ...(act === null ? [] : [act])];
      return;
    case "approved":
      settled.override = event.override ? act : null;
      return;
    default:
  }
}

function replace(map: Map<string, ChosenAct>, key: string, act: ChosenAct | null): void {
  if (act === null) map.delete(key);
  else map.set(key, act);
}

function digests(acts: ReadonlyMap<string, ChosenAct>): ReadonlyMap<string, string> {
  return new Map([...acts].map(([key, { digest }]) => [key, digest]));
}

function seatOf({ requirement, by }: { requirement: string; by: string }): string {
  return JSON.stringify([requirement, by]);
}

/** Returns the act if it answers the question as the plan of the round asks it. */
function answering(act: ChosenAct | null, { plan }: Round): ChosenAct | null {
  const predicate = act?.statement.predicate;
  if (predicate?.act !== "approve") return null;
  const { id, sha256 } = predicate.requirement;
  const isAsked = plan?.requirements.some((one) => one.id === id && one.digest === sha256);
  return isAsked === true ? act : null;
}

/** Returns the act if it gives the finding this disposition. */
function disposing(
  act: ChosenAct | null,
  { finding, disposition }: { finding: string; disposition: { is: string } },
): ChosenAct | null {
  const predicate = act?.statement.predicate;
  if (predicate?.act !== "dispose") return null;
  const isSame = predicate.disposed.some(({ id, is }) => id === finding && is === disposition.is);
  return isSame ? act : null;
}
