import { type ContextLine, contextLines } from "./context-lines.ts";
import { readMarker } from "./read-marker.ts";
import { readSentence } from "./read-sentence.ts";
import { NEEDS_REVISION, type Reading, type Suggestion, type TextAction } from "./text-action.ts";

/** Which forms count, as `markers` in the policy says. */
type Forms = {
  structured: boolean;
  naturalLanguage: "act" | "suggest" | "off";
};

type ReadLine = { text: string; line: number; reading: Reading };

/** What every form has in it; most texts are done with here. */
const MENTION = /REVIEW::|task/i;
const TOO_LONG: Reading = { reason: "too_long" };
const MAX_CHARS = 65_536;
const MAX_SUGGESTIONS = 100;
const MAX_QUOTED = 200;

/**
 * Reads what an agent's text asks for, in linear time. Only whole lines that stand for themselves act.
 *
 * One act on one task is one action however often it is said; approve and reject of one task in one
 * text cancel each other.
 */
export function readActions(
  text: string,
  forms: Forms,
): { actions: TextAction[]; suggestions: Suggestion[] } {
  if (text.length > MAX_CHARS) {
    return {
      actions: [],
      suggestions: toSuggestion({ text, line: 1, reading: TOO_LONG }),
    };
  }
  if (!MENTION.test(text)) return { actions: [], suggestions: [] };
  const read = contextLines(text)
    .map((line) => ({ ...line, reading: readLine(line, forms) }))
    .filter((line) => line.reading !== null);
  const clashes = contradictions(read.flatMap(toAction));
  const judged = read.map((line) => ({
    ...line,
    reading: judge(line.reading, clashes, forms),
  }));
  return {
    actions: mergeRepeats(judged.flatMap(toAction)),
    suggestions: judged.flatMap(toSuggestion).slice(0, MAX_SUGGESTIONS),
  };
}

function readLine({ text, inside }: ContextLine, forms: Forms): Reading {
  const marker = forms.structured ? readMarker(text) : null;
  const sentence = forms.naturalLanguage === "off" ? null : readSentence(text);
  const reading = marker ?? sentence;
  if (reading === null || inside === null) return reading;
  // What quoted prose merely resembles is of no interest.
  return marker || "action" in reading ? { reason: inside } : null;
}

function judge(reading: Reading, clashes: ReadonlySet<string>, forms: Forms): Reading {
  if (reading === null || "reason" in reading) return reading;
  if (clashes.has(keyOf(reading.action))) return { reason: "contradiction" };
  const mayAct = reading.action.form === "marker" || forms.naturalLanguage === "act";
  return mayAct ? reading : { reason: "only_suggested" };
}

/** The keys of acts that cannot both be meant: approve and reject, or submits to different chains. */
function contradictions(actions: readonly TextAction[]): Set<string> {
  const keys = new Set(actions.map(keyOf));
  const chains = new Map<string, string>();
  const found = new Set<string>();
  for (const action of actions) {
    const { act, task, chainType } = action;
    const opposite = act === "approve" ? "reject" : "approve";
    if (act !== "submit" && keys.has(keyOf({ act: opposite, task }))) found.add(keyOf(action));
    if (chainType === undefined) continue;
    if ((chains.get(task) ?? chainType) !== chainType) found.add(keyOf(action));
    chains.set(task, chainType);
  }
  return found;
}

/** One action for each act on each task: the first marker, else the first sentence, with all feedback. */
function mergeRepeats(actions: readonly TextAction[]): TextAction[] {
  const groups = Map.groupBy(actions, keyOf);
  return [...groups.values()].flatMap((group) => {
    const first = group.find(({ form }) => form === "marker") ?? group[0];
    if (!first) return [];
    const chainType = group.find((action) => action.chainType !== undefined)?.chainType;
    return {
      ...first,
      ...(chainType === undefined ? {} : { chainType }),
      ...(first.feedback === undefined ? {} : { feedback: allFeedback(group) }),
    };
  });
}

function allFeedback(group: readonly TextAction[]): string {
  const reasons = new Set(group.map(({ feedback }) => feedback));
  reasons.delete(NEEDS_REVISION);
  return [...reasons].join("\n") || NEEDS_REVISION;
}

function keyOf({ act, task }: Pick<TextAction, "act" | "task">): string {
  return `${act} ${task}`;
}

function toAction({ line, reading }: ReadLine): TextAction[] {
  return reading && "action" in reading ? [{ ...reading.action, line }] : [];
}

function toSuggestion({ text, line, reading }: ReadLine): Suggestion[] {
  if (!(reading && "reason" in reading)) return [];
  return [
    {
      text: text.slice(0, MAX_QUOTED).toWellFormed(),
      line,
      reason: reading.reason,
    },
  ];
}
