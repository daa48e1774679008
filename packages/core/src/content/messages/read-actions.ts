import { type ContextLine, contextLines } from "./context-lines.ts";
import { readMarker } from "./read-marker.ts";
import { readSentence } from "./read-sentence.ts";
import { NEEDS_REVISION, type Reading, type Suggestion, type TextAction } from "./text-action.ts";

/** The accepted forms, from `markers` in the policy. */
type Forms = {
  structured: boolean;
  naturalLanguage: "act" | "suggest" | "off";
};

type ReadLine = { text: string; line: number; reading: Reading };

/** A substring of every form. Texts without it are skipped. */
const MENTION = /REVIEW::|task/i;
const TOO_LONG: Reading = { reason: "too_long" };
const MAX_CHARS = 65_536;
const MAX_SUGGESTIONS = 100;
const MAX_QUOTED = 200;

/**
 * Parses the actions in an agent's text, in linear time. Only whole lines outside of quotations act.
 *
 * Repeated acts on one task are one action. Approve and reject of one task in one text cancel each other.
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
  // Quoted prose that only resembles a form is ignored.
  return marker || "action" in reading ? { reason: inside } : null;
}

function judge(reading: Reading, clashes: ReadonlySet<string>, forms: Forms): Reading {
  if (reading === null || "reason" in reading) return reading;
  if (clashes.has(keyOf(reading.action))) return { reason: "contradiction" };
  const mayAct = reading.action.form === "marker" || forms.naturalLanguage === "act";
  return mayAct ? reading : { reason: "only_suggested" };
}

/** Returns the keys of contradicting acts: approve and reject, or submits to different chains. */
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

/** Returns one action per act and task: the first marker, else the first sentence, with all feedback. */
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
