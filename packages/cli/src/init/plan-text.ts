import { basename } from "node:path";
import type { SandboxState } from "@countersign/engine";
import { display } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { NO_SANDBOX_EFFECT } from "../runtime/no-sandbox.ts";
import type { PlannedFile } from "./plan/plan-files.ts";
import { type PlanStep, stepsText } from "./plan/plan-steps.ts";
import type { InitSetup } from "./prepare-init.ts";
import { beadsStates } from "./repository/beads.ts";
import type { InitTrial } from "./reviewers/try-reviewers.ts";

/** What was found and what will be done about it. */
export function planText(setup: InitSetup, style: Style): string {
  const steps = stepsText(initSteps(setup), style).split("\n");
  return `${section("Found", foundText(setup), style)}\n${section("Plan", steps, style)}`;
}

export function initSteps(setup: InitSetup): PlanStep[] {
  const { place, file, text, checks, commit, target, files, removals, beads, data, isRunning } =
    setup;
  const states = beads === null ? null : beadsStates(beads);
  return [
    ...(text === null ? [{ what: "keep", detail: file.name, says: "it is valid" }] : []),
    ...(commit ? [{ what: "commit", detail: file.name, says: committed(target, checks) }] : []),
    ...launcherSteps(setup),
    ...oncePerLine(files.map(stepOf)),
    ...removals.map(({ what, detail, says }) => ({ what, detail, says: says || FORMER })),
    ...(states === null
      ? []
      : [{ what: "run", detail: `bd config set status.custom ${states}`, says: "" }]),
    isRunning
      ? { what: "keep", detail: "local engine", says: `it runs, data in ${data}` }
      : { what: "start", detail: "local engine", says: `on 127.0.0.1, data in ${data}` },
    { what: "register", detail: place.repository, says: `approved work goes to ${target}` },
  ];
}

const FORMER = "written by an earlier version";

/** The command that agents and git call is written before it is named to them. */
function launcherSteps({ launcher: { state }, data }: InitSetup): PlanStep[] {
  const detail = `${data}/bin/countersign`;
  const says = "the command that agents and git run";
  if (state === "current") return [{ what: "keep", detail, says: "up to date" }];
  return [{ what: state === "absent" ? "new" : "edit", detail, says }];
}

/** A part with its name in front of it, the rest below one another. */
export function section(name: string, lines: readonly string[], style: Style): string {
  const named = style.paint("strong", name.padEnd(WIDTH));
  return lines.map((line, at) => `${at === 0 ? named : " ".repeat(WIDTH)}${line}`).join("\n");
}

const WIDTH = 9;

function stepOf({ is, line, says }: PlannedFile): PlanStep {
  return { what: is, detail: line, says };
}

/** Merges equal lines: the plan lists a folder of files once. */
function oncePerLine(steps: readonly PlanStep[]): PlanStep[] {
  const seen = new Map(steps.map((step) => [`${step.what} ${step.detail}`, step]));
  return [...seen.values()];
}

function committed(target: string, checks: readonly string[]): string {
  return `on ${target}; checks ${checks.join(", ") || "none found"}`;
}

function foundText({ place, checks, agents, beads, trial, sandbox }: InitSetup): string[] {
  const branch = place.branch === null ? "no branch" : display(place.branch);
  const scripts = checks.length === 0 ? "no checks in its scripts" : `checks ${checks.join(", ")}`;
  const names = [...agents.map(({ name }) => name), ...(beads === null ? [] : ["bd"])];
  return [
    `git repository ${display(basename(place.repository))} on ${branch}; ${scripts}`,
    names.length === 0 ? "no agent that can be set up" : names.join(", "),
    ...(trial === null ? [] : [display(trialText(trial))]),
    ...(sandbox.kind === "none" ? sandboxLines(sandbox) : []),
  ];
}

function sandboxLines({ why, install }: Extract<SandboxState, { kind: "none" }>): string[] {
  return [`no sandbox: ${why}; ${NO_SANDBOX_EFFECT}`, install].map((line) => display(line));
}

function trialText({ runBy, says }: InitTrial): string {
  return runBy === "none" ? `agent reviewers are off: ${says}` : `agent reviewers: ${says}`;
}
