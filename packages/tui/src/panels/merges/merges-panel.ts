import type { StoppedRepository } from "../../data/data.ts";
import { statusNeeds } from "../../data/need.ts";
import type { Model } from "../../model/model.ts";
import { createPanelState } from "../../model/panel-state.ts";
import { type ModelStep, showNotice, withEffect, withoutEffects } from "../../model/step.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { navigateWithGuard } from "../../session/review-session.ts";
import { drawPanel, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
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
    return drawPanel({
      width: columns,
      height,
      head: panelHeader(row(span("MERGES ARE STOPPED", "strong")), row(""), columns - 2),
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
    lines: toSpokenLines(reasonRows(model, WIDE)),
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
  if (repository === undefined) return withoutEffects(showNotice(model, "No merges are stopped."));
  return withoutEffects(
    navigateWithGuard(model, { type: "OPEN", panel: "merges", state: { repository } }),
  );
}

/** Accepts exactly the tip on screen. */
function acceptTip(model: Model): ModelStep {
  const { repository } = mergesState.of(model);
  const closed = navigateWithGuard(model, { type: "BACK" });
  if (repository === null) return withoutEffects(closed);
  const { repo, tip } = repository;
  if (tip === null)
    return withoutEffects(
      showNotice(closed, `The target of ${repo} cannot be read: countersign doctor`, "bad"),
    );
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
  return texts.flatMap((text) => [...wrapText(text, width).map((line) => row(`  ${line}`)), []]);
}

function shortCommit(commit: string | null): string {
  return commit === null ? "an unknown commit" : commit.slice(0, COMMIT_LENGTH);
}
