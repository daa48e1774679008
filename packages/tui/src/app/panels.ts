import type { CommandId, PanelId } from "@countersign/review";
import type { Model } from "../model/model.ts";
import { frontPanel } from "../model/panel-state.ts";
import type { ModelStep } from "../model/step.ts";
import type { Panel } from "../panel/define-panel.ts";
import { activityPanel } from "../panels/activity/activity-panel.ts";
import { boardPanel } from "../panels/board/board-panel.ts";
import { laterPanel, modePanel, releasePanel } from "../panels/choices/choice-panels.ts";
import { diffPanel } from "../panels/diff/diff-panel.ts";
import { roundsPanel } from "../panels/diff/rounds-panel.ts";
import { helpPanel } from "../panels/help/help-panel.ts";
import { mergesPanel } from "../panels/merges/merges-panel.ts";
import { outputPanel } from "../panels/output/output-panel.ts";
import { redoPanel } from "../panels/redo/redo-panel.ts";
import { rejectPanel } from "../panels/reject/reject-panel.ts";
import { reviewersPanel } from "../panels/reviewers/reviewers-panel.ts";
import { planningPanel } from "../panels/sprint/planning-panel.ts";
import { sprintPanel } from "../panels/sprint/sprint-panel.ts";
import { stopPanel } from "../panels/sprint/stop-panel.ts";
import { confirmPanel } from "../panels/summary/confirm-panel.ts";
import { summaryPanel } from "../panels/summary/summary-panel.ts";
import { singlePanel, taskPanel } from "../panels/task/task-panel.ts";
import { tryPanel } from "../panels/why/try-panel.ts";
import { whyPanel } from "../panels/why/why-panel.ts";

/** Every panel of the program. */
const PANELS: Readonly<Record<PanelId, Panel>> = {
  board: boardPanel,
  summary: summaryPanel,
  task: taskPanel,
  single: singlePanel,
  redo: redoPanel,
  reject: rejectPanel,
  diff: diffPanel,
  why: whyPanel,
  activity: activityPanel,
  help: helpPanel,
  confirm: confirmPanel,
  mode: modePanel,
  later: laterPanel,
  release: releasePanel,
  rounds: roundsPanel,
  sprint: sprintPanel,
  planning: planningPanel,
  stop: stopPanel,
  try: tryPanel,
  reviewers: reviewersPanel,
  output: outputPanel,
  merges: mergesPanel,
};

/** Returns the panel in front. */
export function panelInFront(model: Pick<Model, "stack">): Panel {
  return PANELS[frontPanel(model)];
}

/** Returns the task that commands act on in the panel in front. */
export function taskInFront(model: Model): string | null {
  const { task } = panelInFront(model);
  return task === undefined ? model.review.current : task(model);
}

/** Returns the handler of a command that exactly one panel implements, wherever it is called. */
export function panelCommand(command: CommandId): ((model: Model) => ModelStep) | undefined {
  const [handler, ...others] = Object.values(PANELS).flatMap(
    ({ commands }) => commands?.[command] ?? [],
  );
  return others.length === 0 ? handler : undefined;
}
