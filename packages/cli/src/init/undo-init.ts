import { access } from "node:fs/promises";
import { join } from "node:path";
import { CountersignError } from "@countersign/core";
import { type CliSession, openSession } from "../client/open-session.ts";
import type { CommandContext } from "../command/context.ts";
import { launcherPath, removeLauncher } from "../launcher/launcher.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { display } from "../output/display.ts";
import type { Result } from "../output/result.ts";
import type { Style } from "../output/style.ts";
import { wouldDo } from "../output/would-do.ts";
import { confirm } from "../terminal/prompts.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import {
  type InitRecord,
  readInitRecord,
  readOtherInitRecords,
  replaceInitRecord,
} from "./plan/init-record.ts";
import { type PlanStep, stepsText } from "./plan/plan-steps.ts";
import { undoFile } from "./plan/undo-file.ts";
import { beadsStates, findBeads, setBeadsStates } from "./repository/beads.ts";

/** What is done, and what came of it if that is something else than was planned. */
type UndoStep = PlanStep & {
  act: ((session: CliSession) => Promise<Partial<PlanStep> | undefined>) | null;
};

/** The history of tasks needs their repository. */
const HAS_TASKS = "wrong_state";

/** Removes what init added to this repository. Edits that were made since stay. */
export async function undoInit(context: CommandContext): Promise<Result> {
  const place = await workplaceOf(context.directory);
  const { directory } = localFiles(context.env);
  const known = await readInitRecord(directory, place);
  if (known === null) {
    throw new CountersignError("not_found", `countersign init was not run in ${place.repository}`);
  }
  const others = await readOtherInitRecords(directory, place);
  const shared = new Set(others.flatMap(({ files }) => files.map(({ path }) => path)));
  // Ask the engine first: it may refuse, and then nothing must be removed.
  const steps: UndoStep[] = [
    ...repositorySteps(known),
    ...(await Promise.all(
      known.files.map((file) => fileStep(file, { isShared: shared.has(file.path) })),
    )),
    ...(await beadsSteps(known, { root: place.root, env: context.env })),
    ...(others.length === 0 ? [launcherStep(directory)] : []),
  ];
  const stepOutput = steps.map(({ what, detail, says }) => ({ what, detail, says }));
  if (context.dryRun) {
    return wouldDo(
      "undo",
      { steps: stepOutput },
      (style) => `${stepsText(steps, style)}\nNothing was changed.`,
    );
  }
  context.say((style) => stepsText(steps, style));
  await confirm(context, "Undo it?");
  const session = await openSession(context, "admin");
  const done: PlanStep[] = [];
  for (const { act, ...step } of steps) done.push({ ...step, ...(await act?.(session)) });
  await replaceInitRecord(directory, place, null);
  return {
    schema: "init.undo",
    data: done,
    plain: done.map(({ what, detail, says }) => [what, detail, says]),
    text: (style) => undoneText(done, style),
  };
}

/** Where init was run. A directory that is gone had its git directory in the usual place. */
async function workplaceOf(directory: string): Promise<Workplace> {
  const isGone = await access(directory).then(
    () => false,
    () => true,
  );
  if (!isGone) return await findWorkplace(directory);
  const common = join(directory, ".git");
  return { repository: directory, root: directory, common, branch: null };
}

async function fileStep(...given: Parameters<typeof undoFile>): Promise<UndoStep> {
  const { act, ...step } = await undoFile(...given);
  return { ...step, act: act === null ? null : () => act().then(nothing) };
}

function launcherStep(data: string): UndoStep {
  const detail = launcherPath(data);
  return { what: "remove", detail, says: "", act: () => removeLauncher(data).then(nothing) };
}

function repositorySteps({ registered }: InitRecord): UndoStep[] {
  if (registered === null) return [];
  return [
    {
      what: "forget",
      detail: registered,
      says: "the repository, in the engine",
      act: async ({ client }) =>
        await client.removeRepository({ repo: registered }).then(nothing, whyKept),
    },
  ];
}

/** Restores the list of states of Beads, unless it was changed since. */
async function beadsSteps(
  { beads }: InitRecord,
  { root, env }: { root: string; env: CommandContext["env"] },
): Promise<UndoStep[]> {
  if (beads === null) return [];
  const now = await findBeads(root, env);
  const detail = "bd config status.custom";
  if (now === null) return [{ what: "keep", detail, says: "bd does not answer", act: null }];
  const isOurs = now.before === beadsStates({ ...now, before: beads.before });
  if (!isOurs) return [{ what: "keep", detail, says: "was changed since", act: null }];
  const says = beads.before === "" ? "unset, as it was" : `back to ${beads.before}`;
  return [
    { what: "run", detail, says, act: () => setBeadsStates(now, beads.before).then(nothing) },
  ];
}

function nothing(): undefined {
  return;
}

/** What was written for agents goes all the same. */
function whyKept(error: unknown): Partial<PlanStep> | undefined {
  if (!(error instanceof CountersignError)) throw error;
  if (error.code === "not_found") return;
  if (error.code === HAS_TASKS) return { what: "keep", says: error.message };
  throw error;
}

function undoneText(done: readonly PlanStep[], style: Style): string {
  const known = done.find(({ what, says }) => what === "keep" && says.includes(" has tasks"));
  const kept =
    known === undefined ? "" : `\nThe engine keeps the repository: ${display(known.says)}`;
  return `${style.paint("good", "Taken back.")} The engine still runs: countersign server down${kept}`;
}
