import { go, openTask } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step } from "../store/step.ts";
import { entriesOf } from "./activity-view.ts";
import type { Kind } from "./kinds.ts";

export function showKind(model: Model, kind: Kind): Model {
  return { ...model, kind, scroll: 0 };
}

/** The task that the selected line is about. */
export function openTaskOfEntry(model: Model): Step {
  const entries = entriesOf(model);
  const entry = entries[Math.min(model.scroll, entries.length - 1)];
  if (entry === undefined) return only(model);
  return only(openTask(go(model, { type: "HOME" }), entry.task));
}
