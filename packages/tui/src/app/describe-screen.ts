import { clockText, type PanelId } from "@countersign/review";
import type { Model } from "../model/model.ts";
import type { ScreenText } from "../screen-reader/screen-text.ts";
import { toSpokenText } from "../screen-reader/spoken-text.ts";
import { panelInFront } from "./panels.ts";

/** Panels that are not about a single task: selecting another task does not change the screen. */
const LISTS: ReadonlySet<PanelId> = new Set([
  "board",
  "summary",
  "activity",
  "sprint",
  "planning",
  "stop",
  "reviewers",
  "merges",
]);

/** Describes the screen for a screen reader. */
export function describeScreen(model: Model): ScreenText {
  const panel = panelInFront(model);
  const { current, since } = model.review;
  const id = `${panel.id} ${LISTS.has(panel.id) ? "" : current} ${since ?? ""}`;
  return { id, ...panel.speak(model), notices: listNotices(model) };
}

function listNotices({ notice, news }: Model): string[] {
  const texts = [notice?.text ?? "", news === null ? "" : `${clockText(news.atMs)} ${news.text}`];
  return texts.map(toSpokenText).filter((text) => text !== "");
}
