import { fenceText, oneLine, type TaskView } from "@countersign/api";
import type { Detail } from "./limits.ts";

const MAX_CHARS = { concise: 4_000, full: 20_000 } as const;
const MAX_CRITERION = 500;

type SpecifiedTask = Pick<TaskView, "description" | "acceptance" | "sponsor">;

/** Returns the description and acceptance criteria of a task as response fields. */
export function specificationFields(view: SpecifiedTask, detail: Detail) {
  const text = specificationText(view, detail);
  return {
    specification_markdown: text === "" ? null : text,
    acceptance: view.acceptance.map((item) => oneLine(item, MAX_CRITERION)),
  };
}

/**
 * Returns the description and acceptance criteria as fenced text with their author; empty if the
 * task has only a title.
 */
export function specificationText(view: SpecifiedTask, detail: Detail): string {
  const { description, acceptance, sponsor } = view;
  const by = sponsor ?? "its creator";
  const maxChars = MAX_CHARS[detail];
  return [
    ...(description === null || description.trim() === ""
      ? []
      : [fenceText(description, { label: "What is wanted", by, maxChars })]),
    ...(acceptance.length === 0 ? [] : ["Accepted when:"]),
    ...acceptance.map((item) => `> - ${oneLine(item, MAX_CRITERION)}`),
  ].join("\n");
}
