import { hasFilesPane } from "../diff/current-layout.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { contextStart, hasSide } from "../review/task-view.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say } from "../store/step.ts";
import { sectionStarts } from "../why/why-view.ts";

/** The other pane where there are two; the next section of a text. */
export function turnPane(model: Model, by: -1 | 1): Step {
  switch (panelOf(model.panels)) {
    case "diff":
      return only(turnDiff(model));
    case "why":
      return only(turnSection(model, by));
    default:
      return only(turnTask(model));
  }
}

function turnDiff(model: Model): Model {
  if (hasFilesPane(model)) return otherPane(model);
  return say(model, "The list of files needs 110 columns. J and K go from file to file.");
}

/** Where the context has no pane of its own it lies below: one goes there, or back to the top. */
function turnTask(model: Model): Model {
  if (hasSide(model)) return otherPane(model);
  const start = contextStart(model);
  const scroll = model.review.scroll >= start ? 0 : start;
  return { ...model, review: { ...model.review, scroll } };
}

function otherPane(model: Model): Model {
  return { ...model, pane: model.pane === 0 ? 1 : 0 };
}

function turnSection(model: Model, by: -1 | 1): Model {
  const starts = sectionStarts(model);
  const next =
    by === 1 ? starts.find((at) => at > model.scroll) : starts.findLast((at) => at < model.scroll);
  return { ...model, scroll: next ?? (by === 1 ? 0 : (starts.at(-1) ?? 0)) };
}
