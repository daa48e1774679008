import { EMPTY_FIELD, firstKey } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { changeDraft } from "../../session/drafts.ts";
import { formRound, withFormSubject } from "../../session/shown-round.ts";
import { diffState } from "./diff-state.ts";
import { currentItem } from "./keep-cursor.ts";
import { commentRange, MAX_RANGE_LINES } from "./range.ts";

/** Begins a range of lines at the cursor, or cancels the current one. */
export function beginRange(model: Model): ModelStep {
  if (diffState.of(model).range !== null)
    return withoutEffects(
      showNotice(diffState.change(model, { range: null }), "No range any more."),
    );
  const place = commentRange(model);
  if (place === null)
    return withoutEffects(showNotice(model, "Move to a line of code first.", "warn"));
  const { path, line, quote } = place;
  const next = diffState.change(model, { range: { path, line, quote } });
  return withoutEffects(
    showNotice(
      next,
      `A range from line ${line}: move to its end, then [${firstKey(model.keymap, "diff.comment")}] comments on it.`,
    ),
  );
}

export function beginComment(model: Model): ModelStep {
  const place = commentRange(model);
  if (place === null)
    return withoutEffects(showNotice(model, "Move to a line of code first.", "warn"));
  if (place.quote.split("\n").length > MAX_RANGE_LINES)
    return withoutEffects(
      showNotice(model, `A comment is about at most ${MAX_RANGE_LINES} lines.`, "warn"),
    );
  return withoutEffects({ ...model, line: { is: "comment", field: EMPTY_FIELD } });
}

/** Comments are kept until a decision is sent, then sent as one message. */
export function addComment(model: Model, text: string): Model {
  const place = commentRange(model);
  if (place === null || text === "") return model;
  const next = diffState.change(model, { range: null });
  return changeDraft(next, (draft) => ({
    ...draft,
    comments: [...draft.comments, { ...place, text }],
  }));
}

function findingHere(model: Model): string | null {
  const item = currentItem(model);
  return item?.is === "note" ? item.finding : null;
}

function noFinding(model: Model): Model {
  const next = firstKey(model.keymap, "diff.nextStop");
  const previous = firstKey(model.keymap, "diff.previousStop");
  return showNotice(model, `Move to a finding first: ${next} ${previous}`, "warn");
}

export function acceptFinding(model: Model): ModelStep {
  const finding = findingHere(model);
  if (finding === null) return withoutEffects(noFinding(model));
  return withoutEffects(
    changeDraft(model, (draft) => ({
      ...draft,
      findings: draft.findings.includes(finding)
        ? draft.findings.filter((one) => one !== finding)
        : [...draft.findings, finding],
    })),
  );
}

export function beginDismissal(model: Model): ModelStep {
  return findingHere(model) === null
    ? withoutEffects(noFinding(model))
    : withoutEffects(withFormSubject({ ...model, line: { is: "dismiss", field: EMPTY_FIELD } }));
}

export function dismissFinding(model: Model, reason: string): ModelStep {
  const finding = findingHere(model);
  const task = model.review.current;
  const shown = formRound(model);
  if (finding === null || task === null || shown === null) return withoutEffects(model);
  if (reason === "")
    return withoutEffects(showNotice(model, "A dismissal needs a reason.", "warn"));
  const sending = { act: "dismiss", task, ...shown, finding, reason } as const;
  return withEffect(model, { type: "send", sending });
}
