import { go } from "../review/open-review.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";

/** Opens the sheet about the first repository whose merges are stopped, with its tip as it is known now. */
export function openMerges(model: Model): Step {
  const [first] = model.data.paused;
  if (first === undefined) return only(say(model, "No merges are stopped."));
  return only(go({ ...model, releasing: first }, { type: "OPEN", panel: "merges" }));
}

/** Accepts the tip that the sheet names, and no other. */
export function acceptTip(model: Model): Step {
  const { releasing } = model;
  const closed = go({ ...model, releasing: null }, { type: "BACK" });
  if (releasing === null) return only(closed);
  const { repo, tip } = releasing;
  if (tip === null)
    return only(say(closed, `The target of ${repo} cannot be read: countersign doctor`, "bad"));
  return withEffect(closed, { type: "release_repository", repo, tip });
}
