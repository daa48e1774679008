import { reasonText, type WhyView } from "@countersign/api";
import { clockText, safeText, turnText } from "@countersign/review";
import type { Model } from "../../model/model.ts";
import { changeFront } from "../../model/panel-state.ts";
import { frontFrame } from "../../model/stack.ts";
import { definePanel } from "../../panel/define-panel.ts";
import { keysText } from "../../screen-reader/screen-text.ts";
import { toSpokenLines } from "../../screen-reader/spoken-text.ts";
import { bodyHeight, drawPanel, panelHeader } from "../../terminal/box.ts";
import { wrapText } from "../../terminal/measure.ts";
import { cell, row, type ScreenRow, span } from "../../terminal/row.ts";
import { keyHint, keysHint } from "../../widgets/key-hints.ts";
import { scrollRows } from "../../widgets/scrolled-text.ts";

const WIDE = 2_000;

/** Explains the state of a task: who must answer, how it was decided, and its history. */
export const whyPanel = definePanel({
  id: "why",
  needs({ data, review: { current: task } }) {
    if (task === null || data.whys.has(task)) return [];
    const seq = data.lines.get(task)?.seq ?? 0;
    return [{ is: "why", task, key: `why ${task} ${seq}` }];
  },
  view: whyRows,
  turnPane: turnSection,
  speak(model) {
    const task = model.review.current ?? "";
    const why = model.data.whys.get(task);
    return {
      name: `Why ${task}`,
      lines: why === undefined ? [] : toSpokenLines(whyLines(why, model.data.me, WIDE)),
      here: "",
      keys: keysText(model.keymap, [[["app.back"], "back"]]),
    };
  },
});

function whyRows(model: Model, height: number): ScreenRow[] {
  const { columns } = model.size;
  const { keymap } = model;
  const { at } = frontFrame(model.stack);
  const task = model.review.current ?? "";
  const why = model.data.whys.get(task);
  const foot = [
    row(
      "  ",
      ...keysHint(keymap, ["nav.down", "nav.up"], " scroll   "),
      ...keyHint(keymap, "pane.next", " section   "),
      ...keyHint(keymap, "review.try", " try a mode   "),
      ...keyHint(keymap, "app.back", " Back"),
    ),
  ];
  const lines =
    why === undefined
      ? [[], row("  reading ...")]
      : markSection(whyLines(why, model.data.me, columns - 4), at);
  const title = model.data.lines.get(task)?.title ?? "";
  return drawPanel({
    width: columns,
    height,
    head: panelHeader(row(span("WHY", "strong"), `  ${task} ${title}`), row(""), columns - 2),
    body: scrollRows(lines, at, bodyHeight({ height, foot }), columns - 2),
    foot,
  });
}

/** Marks the section at a position, because a text that fits the screen does not scroll to it. */
function markSection(lines: readonly ScreenRow[], at: number): readonly ScreenRow[] {
  return lines.map((line, index) => {
    const title = line.find(({ paint }) => paint === "strong");
    return index === at && title !== undefined ? row(" ", span(`[${title.text}]`, "strong")) : line;
  });
}

function whyLines(why: WhyView, me: string | null, width: number): ScreenRow[] {
  return [
    row(
      ` ${why.state}, round ${why.round ?? 0}, attempt ${why.attempt}; turn: ${turnText(why.turn, me)}`,
    ),
    [],
    ...section("Why these reviewers", planLines(why, width)),
    ...section("Why this gate", decisionLines(why, width)),
    ...section("What happened", storyLines(why, width)),
  ];
}

/** Returns the lines at which the sections begin. */
function sectionStarts({ data, review, size }: Model): number[] {
  const why = data.whys.get(review.current ?? "");
  if (why === undefined) return [];
  const lines = whyLines(why, data.me, size.columns - 4);
  return lines.flatMap((line, at) => (line.some(({ paint }) => paint === "strong") ? [at] : []));
}

function turnSection(model: Model, by: -1 | 1): Model {
  const starts = sectionStarts(model);
  const { at: here } = frontFrame(model.stack);
  const next = by === 1 ? starts.find((at) => at > here) : starts.findLast((at) => at < here);
  return changeFront(model, { at: next ?? (by === 1 ? 0 : (starts.at(-1) ?? 0)) });
}

function section(title: string, lines: readonly ScreenRow[]): ScreenRow[] {
  return lines.length === 0 ? [] : [row(" ", span(title, "strong")), ...lines, []];
}

function planLines({ plan }: WhyView, width: number): ScreenRow[] {
  if (plan === null) return [];
  const { classification, mode, requirements, skipped, dropped = [] } = plan;
  const { domains, risk, type, scope } = classification;
  const facts = [
    [
      "classify",
      `type ${type}, scope ${scope}, risk ${risk}/10, domains ${domains.join(", ") || "none"}`,
    ],
    ["mode", `${mode.mode}`],
  ] as const;
  return [
    ...facts.map(([name, text]) => row("  ", cell(name, 10, "faint"), text)),
    ...requirements.flatMap(({ id, stage, who, because }) => [
      row("  ", cell(`stage ${stage}`, 10, "faint"), `${id}  ${who.join(", ")}`),
      ...because.flatMap(({ entry, fact }) => reasonRows(`${entry}: ${fact}`, width)),
    ]),
    ...skipped.flatMap(({ layer, reason, detail }) => [
      row("  ", cell("skipped", 10, "faint"), `layer:${layer}`),
      ...reasonRows(detail ?? reason.replaceAll("_", " "), width),
    ]),
    ...dropped.flatMap(({ requirement, acceptedBy }) => [
      row("  ", cell("dropped", 10, "faint"), requirement),
      ...reasonRows(`no longer required by the policy that ${acceptedBy} accepted`, width),
    ]),
  ];
}

function reasonRows(text: string, width: number): ScreenRow[] {
  return wrapText(safeText(text), width - 14).map((line) => row(`              ${line}`));
}

function decisionLines({ decisions }: WhyView, width: number): ScreenRow[] {
  const last = decisions.at(-1)?.decision;
  if (last === undefined) return [];
  const { counts, gate, effect, reasons } = last;
  return [
    row(
      `  critical ${counts.critical}   major ${counts.major}   warning ${counts.warning}   gate ${gate}   effect ${effect}`,
    ),
    ...reasons.flatMap(({ table, row: name, requirement, inputs }) => {
      const about = Object.entries(inputs).map(([key, value]) => `${key}=${String(value)}`);
      const text = [reasonText(name), requirement ?? "", ...about]
        .filter((part) => part !== "")
        .join("  ");
      return wrapText(safeText(text), width - 14).map((line, index) =>
        row("  ", cell(index === 0 ? table : "", 12, "faint"), line),
      );
    }),
  ];
}

function storyLines({ story }: WhyView, width: number): ScreenRow[] {
  return story.flatMap(({ atMs, by, text }) =>
    text
      .split("\n")
      .flatMap((line) => wrapText(safeText(line), Math.max(10, width - 24)))
      .map((line, index) =>
        row(
          "  ",
          cell(index === 0 ? clockText(atMs) : "", 6, "faint"),
          cell(index === 0 ? by : "", 16),
          ` ${line}`,
        ),
      ),
  );
}
