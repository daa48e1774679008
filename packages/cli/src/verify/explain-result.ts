import type { ReportedAct, ReportedMove, VerifyReport } from "./verify-report.ts";

type Unexplained = Omit<VerifyReport, "proves" | "doesNotProve">;

/** Says what a result proves, and what it does not. A merge that no person signed never reads as if one had. */
export function explainResult(report: Unexplained): Pick<VerifyReport, "proves" | "doesNotProve"> {
  const isProved = report.result === "proved";
  const proves = isProved ? [...report.moves.flatMap(provenBy), ...seenBy(report)] : [];
  return { proves: [...new Set(proves)], doesNotProve: limitsOf(report) };
}

function provenBy(move: ReportedMove): string[] {
  const { how, number } = move;
  if (number === 1) return ["every owner signed this root, and with it every file"];
  if (how === "trust")
    return [`${namesOf(move.acts)} signed exactly this change of the trust file`];
  if (how === "accept")
    return [`${namesOf(move.acts)} accepted exactly these commits of others; no one reviewed them`];
  const what = move.binding === "tree" ? "exactly this tree" : "exactly these changes";
  const deciding = move.acts.filter(({ act }) => act === "approve" || act === "override");
  const signed = deciding.map(({ by, act }) =>
    act === "override"
      ? `${by}'s key signed an override for ${what}, once; the review was not complete`
      : `${by}'s key signed ${what}, once`,
  );
  const policy = move.overridden
    ? "the decision, made again, has the same bytes"
    : "the policy required no more than was given; the decision, made again, has the same bytes";
  const unsigned = "the policy let this change pass without the approval of a person";
  return [...(signed.length === 0 ? [unsigned] : signed), ...(move.replayed ? [policy] : [])];
}

/** Says when witnesses saw the verified state, or one that continues it. */
function seenBy({ moves, witnessed }: Unexplained): string[] {
  const number = moves.at(-1)?.number ?? null;
  if (witnessed === null || number === null || number > witnessed.moves) return [];
  const what = number === witnessed.moves ? "this state" : "a later state of the same chain";
  return witnessed.seen.map(({ name, at }) => `witness ${name} saw ${what} at ${at}`);
}

function namesOf(acts: readonly ReportedAct[]): string {
  return [...new Set(acts.map(({ by }) => by))].join(", ");
}

/** What a signature of each level leaves open. */
const LEVEL_LIMITS = {
  signed:
    "that a person was there: any program that can use the key file or the ssh-agent can sign",
  touched: "what the touch was meant for, because a device shows no content",
  unlocked:
    "what the device was unlocked for, because it shows no content; a PIN can be read on the machine",
} as const;

function limitsOf(report: Unexplained): string[] {
  const { moves, result } = report;
  const isReviewed = moves.some(({ task }) => task !== null);
  const isPartial = !report.checkedObjects && moves.length > 0;
  return [
    ...limitsOfActs(moves.flatMap(({ acts }) => acts)),
    ...(isReviewed
      ? ["that checks and agents ran, and who launched the work (claimed by the engine)"]
      : []),
    ...limitsOfChain(report),
    ...limitsOfWitnesses(report),
    ...(isPartial
      ? ["that files which the commit did not change are intact (--objects checks them)"]
      : []),
    ...(result === "contradicted" ? [] : ["that this is the newest state"]),
  ];
}

function limitsOfActs(acts: readonly ReportedAct[]): string[] {
  const has = (level: ReportedAct["level"]): boolean => acts.some((act) => act.level === level);
  const shown = [...new Set(acts.filter((act) => act.shown !== null).map(({ by }) => by))];
  const isUnattested = acts.some(({ level, attested }) => level !== "signed" && !attested);
  return [
    ...(has("signed") ? [LEVEL_LIMITS.signed] : []),
    ...(has("touched") ? [LEVEL_LIMITS.touched] : []),
    ...(has("unlocked") ? [LEVEL_LIMITS.unlocked] : []),
    ...(isUnattested ? ["that the key is in a device: the enrolment carried no attestation"] : []),
    ...(shown.length === 0 ? [] : [`what was on the screen of ${shown.join(", ")}`]),
  ];
}

function limitsOfChain({ root, chain, problems }: Unexplained): string[] {
  return [
    ...(root.is === "first_use"
      ? ["that the root is the right one: it was trusted on first use"]
      : []),
    ...(chain.waypoint === null
      ? []
      : [
          `anything up to the waypoint at move ${chain.waypoint}: owners signed it, and only changes of trust before it were judged`,
          `that no act was used before the waypoint at move ${chain.waypoint}`,
        ]),
    ...listOthers(chain.unproved, "are not proved"),
    ...listOthers(chain.revoked, "rely on a key that was revoked later"),
    ...(problems.some(({ code }) => code === "content_missing")
      ? ["what this clone lacks: changes, policy and decision of the moves named above"]
      : []),
  ];
}

function limitsOfWitnesses({ moves, witnessed }: Unexplained): string[] {
  const number = moves.at(-1)?.number ?? null;
  if (witnessed === null || number === null) return [];
  const { moves: seenMoves, seen, needed } = witnessed;
  if (number > seenMoves)
    return [
      `that a witness saw this state: the newest state that witnesses saw is move ${seenMoves}`,
    ];
  if (seen.length < needed)
    return [`that enough witnesses saw this state: ${seen.length} of ${needed}`];
  return [];
}

function listOthers(numbers: readonly number[], what: string): string[] {
  if (numbers.length === 0) return [];
  const listed = numbers.slice(0, 10).join(", ");
  const more = numbers.length > 10 ? ` and ${numbers.length - 10} more` : "";
  return [`the other moves of the chain: ${listed}${more} ${what}`];
}
