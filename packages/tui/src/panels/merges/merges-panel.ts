import type { StoppedRepository } from "../../data/data.ts";
import { statusNeeds } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, only, say, withEffect } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { rowsInWords } from "../../screen-reader/in-words.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { go } from "../../session/review-session.ts";
import { head, panel } from "../../terminal/box.ts";
import { wrap } from "../../terminal/measure.ts";
import { row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint } from "../../widgets/key-hints.ts";

const COMMIT_LENGTH = 12;
const WIDE = 2_000;

/** The repository as it was when the panel was opened; only its tip is accepted. */
const mergesState = createPanelState<{ readonly repository: StoppedRepository | null }>({
  id: "merges",
  init: { repository: null },
});

/** Shows why merges are stopped and which commit a release accepts. */
export const mergesPanel = definePanel({
  id: "merges",
  needs: ({ data, nowMs }) => statusNeeds(data, nowMs),
  commands: { "merges.open": openMerges, "merges.accept": acceptTip },
  view(model, height) {
    const { columns } = model.size;
    return panel({
      width: columns,
      height,
      head: head(row(span("MERGES ARE STOPPED", "strong")), row(""), columns - 2),
      body: [[], ...reasonRows(model, columns - 6)],
      foot: [
        row(
          "  ",
          ...keyHint(model.keymap, "merges.accept", " Accept this commit   "),
          ...keyHint(model.keymap, "app.back", " Back"),
        ),
      ],
    });
  },
  speak: (model) => ({
    name: "Merges are stopped",
    lines: rowsInWords(reasonRows(model, WIDE)),
    here: "",
    keys: keysText(model.keymap, [
      [["merges.accept"], "accepts this commit"],
      [["app.back"], "back"],
    ]),
  }),
});

/** Opens the panel for the first repository whose merges are stopped. */
function openMerges(model: Model): ModelStep {
  const [repository] = model.data.paused;
  if (repository === undefined) return only(say(model, "No merges are stopped."));
  return only(go(model, { type: "OPEN", panel: "merges", state: { repository } }));
}

/** Accepts exactly the tip on screen. */
function acceptTip(model: Model): ModelStep {
  const { repository } = mergesState.of(model);
  const closed = go(model, { type: "BACK" });
  if (repository === null) return only(closed);
  const { repo, tip } = repository;
  if (tip === null)
    return only(say(closed, `The target of ${repo} cannot be read: countersign doctor`, "bad"));
  return withEffect(closed, { type: "release_repository", repo, tip });
}

function reasonRows(model: Model, width: number): ScreenRow[] {
  const { repository } = mergesState.of(model);
  if (repository === null) return [row("  No merges are stopped.")];
  const { repo, path, target, accepted, tip, why, detail } = repository;
  const reason = detail === "" ? why.replaceAll("_", " ") : detail;
  const range = `${shortCommit(accepted)}..${shortCommit(tip)}`;
  const texts = [
    `${repo}: ${reason}`,
    `Accept ${shortCommit(tip)} as ${target} of ${repo}? Merges go on from this commit and no other.`,
    ...(accepted === null || accepted === tip
      ? []
      : [`Look first: git -C ${path} log --stat ${range}`]),
  ];
  return texts.flatMap((text) => [...wrap(text, width).map((line) => row(`  ${line}`)), []]);
}

function shortCommit(commit: string | null): string {
  return commit === null ? "an unknown commit" : commit.slice(0, COMMIT_LENGTH);
}
