import type { EntryKind } from "@countersign/review";
import { createField, isOrganisationEntry } from "@countersign/review";
import { go, openTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { entriesOf } from "./activity-view.ts";

export function showKind(model: Model, kind: EntryKind): Model {
  return { ...model, kind, scroll: 0 };
}

/** Asks for the file that the entries are written to. */
export function beginExport(model: Model): Model {
  const day = new Date(model.nowMs).toISOString().slice(0, 10);
  return {
    ...model,
    line: { is: "export", field: createField(`~/countersign-activity-${day}.jsonl`) },
  };
}

export function exportTo(model: Model, path: string): Step {
  if (path === "") return only(say(model, "Nothing was written: name a file.", "warn"));
  const { kind, filter } = model;
  return withEffect(say(model, "Writing ..."), { type: "export", path, kind, filter });
}

/** The task that the selected line is about. */
export function openTaskOfEntry(model: Model): Step {
  const entries = entriesOf(model);
  const entry = entries[Math.min(model.scroll, entries.length - 1)];
  if (entry === undefined) return only(model);
  if (isOrganisationEntry(entry))
    return only(say(model, "About the organisation, not a task: countersign audit list", "warn"));
  return only(openTask(go(model, { type: "HOME" }), entry.task));
}
