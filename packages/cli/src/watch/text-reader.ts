import { readActions, type Suggestion, type TextAction } from "@countersign/core";
import { agentTexts } from "./agent-texts.ts";
import { openTags } from "./open-tags.ts";

export type TextForms = Parameters<typeof readActions>[1];
export type FoundText = { actions: TextAction[]; suggestions: Suggestion[] };

/** Reads lines as they come and says what they ask for, each once. */
export type TextReader = { read(lines: readonly string[]): FoundText };

/** Cannot be a task's id, so it is never taken for one. */
const PROBE = "approved task probe-0";
const MAX_OPEN = 49_152;
const MAX_GROUP = 12_288;

/** A transcript: each message of the agent is a text of its own. */
export function createTranscriptReader(forms: TextForms): TextReader {
  return {
    read(lines) {
      const found = lines.flatMap(agentTexts).map((text) => readActions(text, forms));
      return {
        actions: found.flatMap(({ actions }) => actions),
        suggestions: found.flatMap(({ suggestions }) => suggestions),
      };
    },
  };
}

/**
 * A plain log: what was opened in earlier lines, such as a code block or a quotation, goes on in later
 * ones. What stays open for too long is never acted on again.
 */
export function createPlainReader(forms: TextForms): TextReader {
  let open: readonly string[] = [];
  const readSome = (lines: readonly string[]): FoundText => {
    const all = [...open, ...lines];
    const isNew = ({ line }: { line: number }) => line > all.length - lines.length;
    const { actions, suggestions } = readActions(closed(all), forms);
    open = standsFree(all) ? [] : cut(all);
    return { actions: actions.filter(isNew), suggestions: suggestions.filter(isNew) };
  };
  return {
    read(lines) {
      const found = groupsOf(lines).map(readSome);
      return {
        actions: found.flatMap(({ actions }) => actions),
        suggestions: found.flatMap(({ suggestions }) => suggestions),
      };
    },
  };
}

const ALL: TextForms = { structured: true, naturalLanguage: "act" };

/** Whether the next line would stand for itself, so that nothing before it matters any more. */
function standsFree(lines: readonly string[]): boolean {
  const { actions } = readActions(closed([...lines, PROBE]), ALL);
  return actions.some(({ task, line }) => task === "probe-0" && line === lines.length + 1);
}

/** The text as if every element that is still open ended here: what is in it may be closed only later. */
function closed(lines: readonly string[]): string {
  return [...lines, ...openTags(lines).map((tag) => `</${tag}>`)].join("\n");
}

/** Beyond what is read at once the core answers "too long", and so nothing acts. */
function cut(lines: readonly string[]): readonly string[] {
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return length <= MAX_OPEN ? lines : [" ".repeat(MAX_OPEN + 1)];
}

/** Lines in groups that can be read at once, whatever is still open. */
function groupsOf(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = MAX_GROUP;
  for (const line of lines) {
    if (length + line.length > MAX_GROUP) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(line);
    length += line.length + 1;
  }
  return groups;
}
