import { ownEntry } from "../../kernel/own-entry.ts";
import type { Policy } from "../../policy/policy.ts";
import { MODES, Mode } from "../../policy/words.ts";
import type { Assignment, Because, LabelOnTask, ModeChoice } from "../schema.ts";

type Asker = LabelOnTask["by"];
type ModeAsk = { mode: Mode; because: Because };
type Asked = Pick<Assignment, "labels" | "modeChoices">;
type ModePolicy = Pick<Policy, "modes" | "trust">;

const PREFIX = "review:";

const NAMES = {
  person: "a person",
  planner: "the planner",
  author: "the author",
  tracker: "the tracker",
} as const satisfies Record<Asker, string>;

/**
 * Chooses the mode: a person's choice, else trusted labels, else the planner within its floor, else the default.
 *
 * Without a person's choice, authors and unauthenticated labels may tighten the result and never loosen it. Among
 * equal sources the strictest wins.
 */
export function resolveMode(assignment: Asked, policy: ModePolicy): ModeChoice {
  const chosen =
    strictest(asksBy("person", assignment, policy)) ?? withoutPerson(assignment, policy);
  return { ...chosen, mayAutoApprove: mayAutoApprove(assignment, policy) };
}

function withoutPerson(assignment: Asked, policy: ModePolicy): ModeAsk {
  const trusted = policy.trust.trackerLabels === "trusted";
  const fromTracker = asksBy("tracker", assignment, policy);
  const base =
    (trusted ? strictest(fromTracker) : undefined) ??
    plannersChoice(assignment, policy) ??
    defaultMode(policy);
  const tightening = strictest([...asksBy("author", assignment, policy), ...fromTracker]);
  return tightening !== undefined && looseness(tightening.mode) < looseness(base.mode)
    ? tightening
    : base;
}

/** A planner may choose a mode stricter than the default, or looser down to the floor. */
function plannersChoice(assignment: Asked, policy: ModePolicy): ModeAsk | undefined {
  const choice = strictest(asksBy("planner", assignment, policy));
  if (choice === undefined) return undefined;
  const { floor, default: standard } = policy.modes;
  const loosest = looseness(floor) > looseness(standard) ? floor : standard;
  if (looseness(choice.mode) <= looseness(loosest)) return choice;
  return {
    mode: loosest,
    because: {
      entry: loosest === standard ? "modes.default" : "modes.floor",
      fact: `the planner may not choose ${choice.mode}`,
    },
  };
}

function defaultMode({ modes }: ModePolicy): ModeAsk {
  return {
    mode: modes.default,
    because: { entry: "modes.default", fact: "the default mode" },
  };
}

function asksBy(asker: Asker, { labels, modeChoices }: Asked, policy: ModePolicy): ModeAsk[] {
  const choices = modeChoices
    .filter(({ by }) => by === asker)
    .map(({ mode }) => ({
      mode,
      because: { entry: "modes", fact: `${mode} chosen by ${NAMES[asker]}` },
    }));
  const labelled = labels
    .filter(({ by }) => by === asker)
    .flatMap((label) => labelAsks(label, policy));
  return [...choices, ...labelled];
}

/**
 * Returns the modes that a label requests: by a rule of the policy, and by its name if that is `review:<mode>`.
 */
function labelAsks({ name, by }: LabelOnTask, { modes }: ModePolicy): ModeAsk[] {
  const fact = `label ${name} put on by ${NAMES[by]}`;
  const rule = ownEntry(modes.labels, name);
  const named = name.startsWith(PREFIX)
    ? Mode.safeParse(name.slice(PREFIX.length)).data
    : undefined;
  return [
    ...(rule === undefined
      ? []
      : [{ mode: rule.mode, because: { entry: `modes.labels.${name}`, fact } }]),
    ...(named === undefined ? [] : [{ mode: named, because: { entry: "modes", fact } }]),
  ];
}

/** Returns false if a label forbids approval without a person, regardless of who added it. */
function mayAutoApprove({ labels }: Asked, { modes }: ModePolicy): boolean {
  return (
    modes.autoApprove.enabled &&
    !labels.some(({ name }) => ownEntry(modes.labels, name)?.autoApprove === false)
  );
}

function strictest(asks: readonly ModeAsk[]): ModeAsk | undefined {
  return asks.toSorted((a, b) => looseness(a.mode) - looseness(b.mode) || compareWhy(a, b))[0];
}

function compareWhy({ because: a }: ModeAsk, { because: b }: ModeAsk): number {
  return `${a.entry} ${a.fact}` < `${b.entry} ${b.fact}` ? -1 : 1;
}

function looseness(mode: Mode): number {
  return MODES.indexOf(mode);
}
