import { EMPTY_FIELD } from "@countersign/review";
import { changeDraft } from "../redo/redo-form.ts";
import { decidingOn, withDeciding } from "../review/on-screen.ts";
import type { Model } from "../store/model.ts";
import { only, type Step, say, withEffect } from "../store/step.ts";
import { MOST_RANGED, placeHere } from "./range.ts";
import { itemHere } from "./same-line.ts";

/** Begins a range of lines at the cursor, or forgets the one that was begun. */
export function beginRange(model: Model): Step {
  if (model.diff.range !== null)
    return only(say({ ...model, diff: { ...model.diff, range: null } }, "No range any more."));
  const place = placeHere(model);
  if (place === null) return only(say(model, "Move to a line of code first.", "warn"));
  const { path, line, quote } = place;
  const next = { ...model, diff: { ...model.diff, range: { path, line, quote } } };
  return only(say(next, `A range from line ${line}: move to its end, then [c] comments on it.`));
}

export function beginComment(model: Model): Step {
  const place = placeHere(model);
  if (place === null) return only(say(model, "Move to a line of code first.", "warn"));
  if (place.quote.split("\n").length > MOST_RANGED)
    return only(say(model, `A comment is about at most ${MOST_RANGED} lines.`, "warn"));
  return only({ ...model, line: { is: "comment", field: EMPTY_FIELD } });
}

/** Kept until a decision is sent, then sent as one message. */
export function addComment(model: Model, text: string): Model {
  const place = placeHere(model);
  if (place === null || text === "") return model;
  const next = { ...model, diff: { ...model.diff, range: null } };
  return changeDraft(next, (draft) => ({
    ...draft,
    comments: [...draft.comments, { ...place, text }],
  }));
}

function findingHere(model: Model): string | null {
  const item = itemHere(model);
  return item?.is === "note" ? item.finding : null;
}

export function acceptFinding(model: Model): Step {
  const finding = findingHere(model);
  if (finding === null) return only(say(model, "Move to a finding first: } {", "warn"));
  return only(
    changeDraft(model, (draft) => ({
      ...draft,
      findings: draft.findings.includes(finding)
        ? draft.findings.filter((one) => one !== finding)
        : [...draft.findings, finding],
    })),
  );
}

export function beginDismissal(model: Model): Step {
  return findingHere(model) === null
    ? only(say(model, "Move to a finding first: } {", "warn"))
    : only(withDeciding({ ...model, line: { is: "dismiss", field: EMPTY_FIELD } }));
}

export function dismissFinding(model: Model, reason: string): Step {
  const finding = findingHere(model);
  const task = model.review.current;
  const shown = decidingOn(model);
  if (finding === null || task === null || shown === null) return only(model);
  if (reason === "") return only(say(model, "A dismissal needs a reason.", "warn"));
  const sending = { act: "dismiss", task, ...shown, finding, reason } as const;
  return withEffect(model, { type: "send", sending });
}
