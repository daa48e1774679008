import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryLine } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { detectChecks } from "@countersign/engine";
import { z } from "zod";
import { askYes } from "../ask.ts";
import { openSession } from "../client/open-session.ts";
import { knownRepository } from "../client/repository-here.ts";
import {
  type ConfigFile,
  readConfigFile,
  requireValid,
  writeConfigFile,
} from "../config-file/config-file.ts";
import type { CommandContext, Run } from "../context.ts";
import { readOptions } from "../given.ts";
import { rememberInit } from "../init/done-init.ts";
import { findTarget, hasBranch } from "../init/find-target.ts";
import { newConfig } from "../init/new-config.ts";
import { planText } from "../init/plan-text.ts";
import { localActor } from "../local-engine/local-actor.ts";
import { display } from "../output/display.ts";
import type { Result } from "../output/result.ts";
import { wouldDo } from "../output/would-do.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";

const Options = z.object({
  target: z.string().optional(),
  commit: z.boolean().default(false),
  undo: z.boolean().default(false),
});
type Options = z.infer<typeof Options>;

type Setup = {
  place: Workplace;
  file: ConfigFile;
  target: string;
  /** The text to write; null when there is a file already. */
  text: string | null;
  checks: readonly string[];
  commit: boolean;
};

export const init: Run = async (context, given) => {
  const options = readOptions(given, Options);
  if (options.undo) {
    const { undoInit } = await import("../init/undo-init.ts");
    return await undoInit(context);
  }
  const setup = await prepare(context, options);
  const steps = stepsOf(setup);
  if (context.dryRun) {
    const about = { steps: steps.map(([what, detail]) => ({ what, detail })), text: setup.text };
    const file = setup.text === null ? "" : `\n\n${setup.text}`;
    return wouldDo("init", about, () => `${planText(steps)}\nNothing was done.${file}`);
  }
  context.say(planText(steps));
  await askYes(context, "Apply?");
  return await apply(context, setup);
};

async function prepare(context: CommandContext, options: Options): Promise<Setup> {
  const place = await findWorkplace(context.directory);
  const file = await readConfigFile(context.directory, undefined);
  const target = options.target ?? (await findTarget(place));
  if (options.commit && file.text !== null) {
    throw new CountersignError("invalid_input", `There is a ${file.name} already`, {
      hint: `Commit it yourself: git add ${file.name} && git commit`,
    });
  }
  if (!(await hasBranch(place.common, target))) {
    throw new CountersignError("invalid_input", `${target} has no commit yet`, {
      hint: "Commit something first",
    });
  }
  const manifest = await readFile(join(place.root, "package.json"), "utf8").catch(() => null);
  const checks = file.text === null ? detectChecks(manifest) : [];
  const lock = await readFile(join(place.root, "package-lock.json"), "utf8").catch(() => null);
  const text = file.text === null ? newConfig({ owner: localActor(), target, checks, lock }) : null;
  await requireValid(file, text ?? file.text ?? "");
  return { place, file, target, text, checks: checks.map(({ id }) => id), commit: options.commit };
}

function stepsOf({ place, file, text, checks, commit, target }: Setup): [string, string][] {
  const owned = `owner ${localActor()}; checks ${checks.join(", ") || "none found"}`;
  return [
    text === null ? ["keep", `${file.name}, which is valid`] : ["new", `${file.name}  ${owned}`],
    ...(commit ? [["commit", `${file.name} on ${target}`] satisfies [string, string]] : []),
    ["start", "the local engine, if it does not run"],
    ["register", place.repository],
  ];
}

async function apply(context: CommandContext, setup: Setup): Promise<Result> {
  const { file, text, place, target, commit } = setup;
  const config = commit && text !== null ? text : undefined;
  if (text !== null && config === undefined) await writeConfigFile(file, text);
  const session = await openSession(context, "admin");
  const isNew = (await knownRepository(session, place)) === null;
  const body = { path: place.repository, target, config };
  const line = await session.client.addRepository({ body });
  const wrote = text !== null && config === undefined ? { path: file.path, text } : null;
  await rememberInit(session.files.directory, place, { wrote, registered: isNew ? line.id : null });
  return {
    schema: "init.apply",
    data: { repository: line, config: file.path, written: text !== null, committed: commit },
    text: (style) => `${style.paint("good", "Done.")} ${nextText(line, setup)}`,
    plain: [[line.id, line.target]],
  };
}

function nextText({ id, target, problem }: RepositoryLine, { file, place }: Setup): string {
  const known = `${display(id)} is registered, with ${display(target)} as its target.`;
  if (problem === null) {
    return `${known}\nNext  let an agent work on a branch, then hand it in there:\n      countersign task submit --title '<what it is>'\n      countersign inbox\nBack  countersign init --undo`;
  }
  const where = place.branch === target ? "" : ` on ${display(target)}`;
  return `${known}\n${file.name} counts once it is committed${where}:\n      git add ${file.name} && git commit -m 'Add the configuration of countersign'`;
}
