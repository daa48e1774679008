import { readFile, rm } from "node:fs/promises";
import { basename } from "node:path";
import { CountersignError } from "@countersign/core";
import { askYes } from "../ask.ts";
import { openSession, type Session } from "../client/open-session.ts";
import type { CommandContext } from "../context.ts";
import { localFiles } from "../local-engine/local-files.ts";
import type { Result } from "../output/result.ts";
import { wouldDo } from "../output/would-do.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import { type DoneInit, forgetInit, readInit } from "./done-init.ts";
import { planText } from "./plan-text.ts";

type Step = { what: string; detail: string; act: ((session: Session) => Promise<void>) | null };

/** Takes back what init added here. What was changed since is somebody's work and stays. */
export async function undoInit(context: CommandContext): Promise<Result> {
  const place = await findWorkplace(context.directory);
  const { directory } = localFiles(context.env);
  const done = await readInit(directory, place);
  if (done === null) {
    throw new CountersignError("not_found", `Init has done nothing in ${place.repository}`);
  }
  // The engine may refuse, so it is asked before anything is removed.
  const steps = [...repositorySteps(done), ...(await fileSteps(done))];
  const told = steps.map(({ what, detail }) => ({ what, detail }));
  const plan = planText(steps.map(({ what, detail }) => [what, detail]));
  if (context.dryRun) return wouldDo("undo", { steps: told }, () => `${plan}\nNothing was done.`);
  context.say(plan);
  await askYes(context, "Take it back?");
  const session = await openSession(context, "admin");
  for (const { act } of steps) await act?.(session);
  await forgetInit(directory, place);
  return {
    schema: "init.undo",
    data: told,
    plain: told.map(({ what, detail }) => [what, detail]),
    text: (style) =>
      `${style.paint("good", "Taken back.")} The engine still runs: countersign server down`,
  };
}

async function fileSteps({ wrote }: DoneInit): Promise<Step[]> {
  if (wrote === null) return [];
  const { path, text } = wrote;
  const now = await readFile(path, "utf8").catch(() => null);
  if (now === null) return [];
  if (now !== text) {
    const detail = `${basename(path)}, which was changed since`;
    return [{ what: "keep", detail, act: null }];
  }
  return [{ what: "remove", detail: path, act: async () => await rm(path, { force: true }) }];
}

function repositorySteps({ registered }: DoneInit): Step[] {
  if (registered === null) return [];
  return [
    {
      what: "forget",
      detail: `the repository ${registered} in the engine`,
      act: async ({ client }) => {
        await client.removeRepository({ repo: registered }).catch(ignoreGone);
      },
    },
  ];
}

function ignoreGone(error: unknown): void {
  if (error instanceof CountersignError && error.code === "not_found") return;
  throw error;
}
