import { firstKey } from "@countersign/review";
import { wholeFileKey } from "../../data/data.ts";
import type { Need } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { changeFront } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { showNotice } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { taskNeeds } from "../../session/task-needs.ts";
import { currentChange, currentChangeKey, hasFilesPane } from "./current-layout.ts";
import { describeDiff } from "./describe-diff.ts";
import { clickDiff, DIFF_COMMANDS, moveDiff } from "./diff-commands.ts";
import { diffState } from "./diff-state.ts";
import { diffRows } from "./diff-view.ts";

/** The change, line by line. */
export const diffPanel = definePanel({
  id: "diff",
  needs: (model) => [...taskNeeds(model), ...wholeNeeds(model)],
  commands: DIFF_COMMANDS,
  move: moveDiff,
  view: diffRows,
  hits: clickDiff,
  opens: "diff.load",
  turnPane,
  speak: describeDiff,
});

/** Requests whole files for more context than the patch contains. */
function wholeNeeds(model: Model): Need[] {
  const { data, review } = model;
  const { current: task, since, until } = review;
  const key = currentChangeKey(model);
  if (task === null || key === null) return [];
  const { around } = diffState.of(model);
  const paths = currentChange(model)?.files.map(({ path }) => path) ?? [];
  return paths.flatMap((path) => {
    const whole = wholeFileKey(key, path);
    const isWanted = (around.get(path) ?? "near") !== "near" && !data.wholes.has(whole);
    return isWanted
      ? [{ is: "whole", task, since, until, path, whole, key: `whole ${whole}` }]
      : [];
  });
}

function turnPane(model: Model): Model {
  if (hasFilesPane(model))
    return changeFront(model, { pane: frontFrame(model.stack).pane === 0 ? 1 : 0 });
  const next = firstKey(model.keymap, "diff.nextFile");
  const previous = firstKey(model.keymap, "diff.previousFile");
  const text = `The list of files needs 110 columns. ${next} and ${previous} go from file to file.`;
  return showNotice(model, text);
}
