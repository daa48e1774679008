import type { PanelId } from "@countersign/review";
import {
  COMMANDS,
  clockText,
  countText,
  entryText,
  isCommandId,
  isOrganisationEntry,
} from "@countersign/review";
import { entriesOf } from "../activity/activity-view.ts";
import { pendingRow } from "../board/status-bar.ts";
import { choicesOf } from "../choose/choices.ts";
import { mergesWords } from "../merges/merges-view.ts";
import { outputLines } from "../output/output-view.ts";
import { panelOf } from "../panels/panel-machine.ts";
import { taskLines } from "../review/task-view.ts";
import { reviewerHere, reviewersWords } from "../reviewers/reviewers-view.ts";
import { planningHere, planningWords } from "../sprint/plan-view.ts";
import { sprintBar } from "../sprint/sprint-bar.ts";
import { sprintHere, sprintWords } from "../sprint/sprint-view.ts";
import { stopWords } from "../sprint/stop-view.ts";
import { COLUMN_NAMES, COLUMNS } from "../store/data.ts";
import type { Model } from "../store/model.ts";
import { cardsOf, countOf, currentView, selectedCard } from "../store/tasks.ts";
import { tryLines } from "../why/try-view.ts";
import { whyLines } from "../why/why-view.ts";
import { inWords, rowsInWords } from "./in-words.ts";
import { speakDiff } from "./speak-diff.ts";
import { speakRedo } from "./speak-redo.ts";
import { taskWords } from "./task-words.ts";

/** A screen in words. */
export type Spoken = {
  /** Another one is another screen. */
  readonly id: string;
  readonly name: string;
  /** Everything that is on it. */
  readonly lines: readonly string[];
  /** What is chosen. */
  readonly here: string;
  readonly keys: string;
  /** What was said in passing. */
  readonly notices: readonly string[];
};

type Screen = Pick<Spoken, "name" | "lines" | "here" | "keys">;

const WIDE = 2_000;
const LISTING: ReadonlySet<PanelId> = new Set([
  "activity",
  "sprint",
  "planning",
  "stop",
  "reviewers",
  "merges",
]);

/** Everything that the screen says, for whoever hears it. */
export function speak(model: Model): Spoken {
  const panel = panelOf(model.panels);
  const isAbout = panel !== "board" && panel !== "summary" && !LISTING.has(panel);
  const id = `${panel} ${isAbout ? model.review.current : ""} ${model.diff.since ?? ""}`;
  return { id, ...SPEAKERS[panel](model), notices: noticesOf(model) };
}

const SPEAKERS: Readonly<Record<PanelId, (model: Model) => Screen>> = {
  board: speakBoard,
  summary: speakSummary,
  confirm: (model) => ({
    name: `Approve ${countText(model.confirming.length, "task")}?`,
    lines: model.confirming.map(({ task }) => taskWords(model, task)),
    here: "",
    keys: "Keys: Y approves them, Escape back.",
  }),
  task: speakTask,
  single: speakTask,
  redo: speakRedo,
  reject: (model) => ({
    name: `Reject ${model.review.current ?? ""}`,
    lines: ["It ends without a merge. Write why, or leave it empty."],
    here: "",
    keys: "Keys: Enter rejects, Escape cancels.",
  }),
  diff: speakDiff,
  why: speakWhy,
  activity: speakActivity,
  help: speakHelp,
  mode: (model) => speakChoice(model, "Review mode"),
  later: (model) => speakChoice(model, "Later"),
  release: (model) => speakChoice(model, "Release"),
  rounds: (model) => speakChoice(model, "Rounds to compare"),
  try: (model) => ({
    name: `Each mode for ${model.review.current ?? ""}; nothing is changed`,
    lines: rowsInWords(tryLines(model, WIDE)),
    here: "",
    keys: "Keys: m changes the mode, Escape back.",
  }),
  reviewers: (model) => ({
    name: `Reviewers at work on ${model.review.current ?? ""}`,
    lines: reviewersWords(model).map(inWords),
    here: inWords(reviewerHere(model)),
    keys: "Keys: j and k move, plus retries, minus cancels, Enter opens the task, Escape back.",
  }),
  output: (model) => {
    const view = currentView(model);
    return {
      name: `Output of the checks of ${model.review.current ?? ""}`,
      lines: view === null ? [] : rowsInWords(outputLines(view, model.nowMs, WIDE)),
      here: "",
      keys: "Keys: Escape back.",
    };
  },
  sprint: (model) => ({
    name: "Sprint",
    lines: rowsInWords(sprintWords(model)).map(withoutTimeLeft),
    here: inWords(sprintHere(model)),
    keys: "Keys: j and k move, Enter opens the task, R review, m mode, W why, Space pauses or resumes, plus adds tasks, exclamation mark stops, Escape back.",
  }),
  planning: (model) => ({
    name: model.plan.adding ? "Add to the sprint" : "Sprint planning",
    lines: rowsInWords(planningWords(model)),
    here: inWords(planningHere(model)),
    keys: "Keys: j and k move, Space chooses, a all or none, Tab target, plus and minus its number, p pause on failure, Enter starts, Escape cancels.",
  }),
  stop: (model) => ({
    name: "Stop the sprint?",
    lines: rowsInWords(stopWords(model)),
    here: "",
    keys: "Keys: Y stops it, Escape back.",
  }),
  merges: (model) => ({
    name: "Merges are stopped",
    lines: rowsInWords(mergesWords(model, WIDE)),
    here: "",
    keys: "Keys: Y accepts this commit, Escape back.",
  }),
};

function noticesOf({ notice, news }: Model): string[] {
  const texts = [notice?.text ?? "", news === null ? "" : `${clockText(news.atMs)} ${news.text}`];
  return texts.map(inWords).filter((text) => text !== "");
}

function speakBoard(model: Model): Screen {
  const { place, board } = model;
  const counts = COLUMN_NAMES.map((name) => `${COLUMNS[name].title} ${countOf(model, name)}`);
  const cards = cardsOf(model, board.column);
  const card = selectedCard(model);
  const at = cards.findIndex(({ task }) => task === card?.task) + 1;
  const column = COLUMNS[board.column].title;
  return {
    name: `Board of ${place.name}${place.branch === null ? "" : `, branch ${place.branch}`}`,
    lines: [statusWords(model), sprintWordsOf(model), `${counts.join(", ")}.`].filter(
      (line) => line !== "",
    ),
    here:
      card === null
        ? `${column}: nothing`
        : `${column}, task ${at} of ${cards.length}, ${taskWords(model, card.task)}`,
    keys: "Keys: R review, Enter open, h and l column, j and k task, question mark help, q quit.",
  };
}

/** Without the seconds that run: nothing is said every second. */
function statusWords(model: Model): string {
  const row = pendingRow(model, WIDE);
  return row === null ? "" : inWords(rowsInWords([row]).join("")).replace(/ in \d+ s\b/, "");
}

function sprintWordsOf(model: Model): string {
  const bar = sprintBar(model);
  return bar === null ? "" : withoutTimeLeft(inWords(rowsInWords([bar]).join("")));
}

/** It runs down every minute, and nobody wants to hear that. */
function withoutTimeLeft(line: string): string {
  return line.replace(/ \([^)]* left\)/, "");
}

function speakSummary(model: Model): Screen {
  const { queue, selected } = model.review;
  const at = queue.indexOf(selected ?? "") + 1;
  return {
    name: `Review summary, ${countText(queue.length, "task")}`,
    lines: queue.map((task, index) => `${index + 1}. ${taskWords(model, task)}`),
    here: selected === null ? "" : `Chosen: task ${at} of ${queue.length}, ${selected}`,
    keys: "Keys: A approve all that is auto-approvable, Enter one by one, a number jumps, W why, Escape back.",
  };
}

function speakTask(model: Model): Screen {
  const { queue, current } = model.review;
  const view = currentView(model);
  const at = queue.indexOf(current ?? "") + 1;
  // A narrow screen has no second column: what would stand there follows.
  const narrow = { ...model, size: { columns: 80, rows: 24 } };
  return {
    name: `Task ${at} of ${queue.length}, ${current ?? ""}`,
    lines: view === null ? ["Being read."] : rowsInWords(taskLines(narrow, view, true, WIDE)),
    here: "",
    keys: "Keys: A approve, R redo with feedback, X reject, D change, N next, P previous, W why, U undo, Escape back.",
  };
}

function speakWhy(model: Model): Screen {
  const task = model.review.current ?? "";
  const why = model.data.whys.get(task);
  return {
    name: `Why ${task}`,
    lines: why === undefined ? [] : rowsInWords(whyLines(why, model.data.me, WIDE)),
    here: "",
    keys: "Keys: Escape back.",
  };
}

function speakActivity(model: Model): Screen {
  const entries = entriesOf(model);
  const entry = entries[Math.min(model.scroll, entries.length - 1)];
  const by = entry?.by === model.data.me ? "you" : entry?.by;
  return {
    name: "Activity, newest first",
    lines: [],
    here:
      entry === undefined
        ? "Nothing happened yet."
        : inWords(
            `${clockText(entry.atMs)} ${by} ${isOrganisationEntry(entry) ? "organisation" : entry.task} ${entryText(entry)}`,
          ),
    keys: "Keys: j and k move, Enter opens the task, Escape back.",
  };
}

function speakHelp({ keymap }: Model): Screen {
  const lines = [...keymap.specs].flatMap(([id, { keys, does }]) =>
    keys.length === 0 || !isCommandId(id) ? [] : [`${keys.join(" or ")}: ${does}${placeWords(id)}`],
  );
  return { name: "Help", lines, here: "", keys: "Keys: Escape back." };
}

function placeWords(id: keyof typeof COMMANDS): string {
  const { in: where } = COMMANDS[id];
  return where === "everywhere" ? ", everywhere" : `, in ${where.join(", ")}`;
}

function speakChoice(model: Model, name: string): Screen {
  const choices = choicesOf(model);
  const [chosen = "", about = ""] = choices[model.choice] ?? [];
  return {
    name: `${name} of ${model.review.current ?? ""}`,
    lines: choices.map(([one, words]) => inWords(`${one}: ${words}`)),
    here: inWords(`Chosen: ${chosen}, ${about}`),
    keys: "Keys: j and k move, Enter chooses, Escape cancels.",
  };
}
