import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createSandboxedProcessRunner } from "@countersign/adapters";
import { CountersignError } from "@countersign/core";
import { detectChecks, type SandboxState } from "@countersign/engine";
import type { CommandContext } from "../command/context.ts";
import {
  type ConfigFile,
  loadConfig,
  readConfigFile,
  requireValid,
} from "../config-file/config-file.ts";
import { type LauncherState, launcherPath, readLauncherState } from "../launcher/launcher.ts";
import type { LauncherTarget } from "../launcher/launcher-script.ts";
import { requireInstalled } from "../launcher/temporary-program.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { findEngine } from "../local-engine/find-engine.ts";
import { localActor } from "../local-engine/settings/local-actor.ts";
import { gitProgram } from "../runtime/git-program.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { createFileAddition, type FileAddition } from "./edits/file-addition.ts";
import { findAgents, type KnownAgent } from "./hosts/find-agents.ts";
import { shownPath } from "./hosts/user-file.ts";
import { type InitRecord, readInitRecord, readOtherInitRecords } from "./plan/init-record.ts";
import { planAdditions } from "./plan/plan-additions.ts";
import { type PlannedFile, planFiles } from "./plan/plan-files.ts";
import { planRemovals, type Removal } from "./plan/plan-removals.ts";
import { type Beads, findBeads } from "./repository/beads.ts";
import type { CiSystem } from "./repository/ci-files.ts";
import { findTarget, hasBranch } from "./repository/find-target.ts";
import { readEmail } from "./repository/git-config.ts";
import { proofsRemote } from "./repository/proofs-remote.ts";
import { loginAdditions } from "./reviewers/find-logins.ts";
import { newConfig } from "./reviewers/new-config.ts";
import { type InitTrial, tryReviewers } from "./reviewers/try-reviewers.ts";

export type InitOptions = {
  target?: string | undefined;
  commit: boolean;
  agents?: string | undefined;
  /** Lines in AGENTS.md are wanted. */
  guide: boolean;
  /** False: no agent reviews, whatever is installed. */
  agentReviewers: boolean;
  /** The CI system that runs the gate. */
  ci?: CiSystem | undefined;
};

/** Everything that init found, and what it wants to do about it. */
export type InitSetup = {
  place: Workplace;
  file: ConfigFile;
  target: string;
  /** The configuration to begin with; null when there is one already. */
  text: string | null;
  checks: readonly string[];
  /** Which program runs the agent reviewers of a new configuration; null where there is one already. */
  trial: InitTrial | null;
  commit: boolean;
  /** Tried, not only looked for. */
  sandbox: SandboxState;
  agents: readonly KnownAgent[];
  beads: Beads | null;
  files: PlannedFile[];
  /** Entries of earlier versions that go. */
  removals: readonly Removal[];
  launcher: { path: string; state: LauncherState; target: LauncherTarget };
  /** What an earlier init did here. */
  done: InitRecord | null;
  /** Where the engine keeps its data, as people write it. */
  data: string;
  /** The engine runs already. */
  isRunning: boolean;
};

/** Looks around and writes nothing. */
export async function prepareInit(
  context: CommandContext,
  options: InitOptions,
): Promise<InitSetup> {
  requireInstalled(context.program);
  const place = await findWorkplace(context.directory);
  const file = await readConfigFile(context.directory, undefined);
  const target = options.target ?? (await findTarget(place));
  const isBare = place.root === place.common;
  if (isBare && !options.commit) throw withoutWorktree(place);
  await requireStart(place, file, { target, commit: options.commit });
  const { text, checks, trial } = await configFor(context, place, { file, target, options });
  await requireValid(file, text ?? file.text ?? "");

  const { env } = context;
  const home = env.HOME ?? null;
  const agents = isBare ? [] : await findAgents(options.agents, { root: place.root, home, env });
  const engine = localFiles(env);
  const { directory } = engine;
  const launcher = await launcherFor(context, directory);
  const around = { place, launcher: launcher.path, env, guide: options.guide, ci: options.ci };
  const { additions, left } = isBare
    ? { additions: [], left: [] }
    : await planAdditions(agents, around);
  const config = text === null || options.commit ? [] : [configAddition(file, text, checks)];
  const done = await readInitRecord(directory, place);
  const others = await readOtherInitRecords(directory, place);
  const login = loginAdditions(trial, { directory, home });
  const fetched = await proofsAdditions(context, place, { file, target });
  const wishes = [...config, ...login, ...additions, ...fetched];
  const files = await planFiles(wishes, { own: done, others });
  const wanted = new Set([...login, ...additions].map(({ path }) => path));
  return {
    place,
    file,
    target,
    text,
    checks,
    trial,
    commit: options.commit,
    sandbox: await createSandboxedProcessRunner().sandbox(),
    agents,
    beads: isBare ? null : await findBeads(place.root, env),
    files: [...files, ...left],
    removals: isBare ? [] : await planRemovals(place, { done, agents, wanted }),
    launcher,
    done,
    data: home === null ? directory : shownPath(directory, home),
    isRunning: (await findEngine(engine)) !== null,
  };
}

/** What fetches proofs, as the configuration in the working directory names their place. */
async function proofsAdditions(
  { env }: CommandContext,
  place: Workplace,
  { file, target }: { file: ConfigFile; target: string },
): Promise<FileAddition[]> {
  if (place.root === place.common) return [];
  const loaded = file.text === null ? null : await loadConfig(file, file.text);
  const refs = (loaded?.ok ? loaded.policy.proofs?.refs : undefined) ?? "refs/countersign";
  return await proofsRemote(place, { target, refs, git: gitProgram(env) });
}

/** A file at the top of a bare repository would lie among the files of git, where no branch has it. */
function withoutWorktree({ root }: Workplace): CountersignError {
  return new CountersignError("invalid_input", `${root} is a bare repository without a worktree`, {
    hint: "Commit the configuration with: countersign init --commit",
  });
}

async function launcherFor(
  { program }: CommandContext,
  data: string,
): Promise<InitSetup["launcher"]> {
  const target = { node: process.execPath, program };
  return { path: launcherPath(data), state: await readLauncherState(data, target), target };
}

async function requireStart(
  { common }: Workplace,
  { name, text }: ConfigFile,
  { target, commit }: { target: string; commit: boolean },
): Promise<void> {
  if (commit && text !== null) {
    throw new CountersignError("invalid_input", `${name} already exists`, {
      hint: `Commit it yourself: git add ${name} && git commit`,
    });
  }
  if (await hasBranch(common, target)) return;
  throw new CountersignError("invalid_input", `${target} has no commit yet`, {
    hint: "Create a first commit, then run countersign init again",
  });
}

type Wanted = { file: ConfigFile; target: string; options: InitOptions };

/** The configuration to begin with; where there is one already, only what was detected. */
async function configFor(
  context: CommandContext,
  { root, common }: Workplace,
  { file, target, options }: Wanted,
): Promise<Pick<InitSetup, "text" | "checks" | "trial">> {
  const manifest = await readFile(join(root, "package.json"), "utf8").catch(() => null);
  const detected = detectChecks(manifest);
  const checks = detected.map(({ id }) => id);
  if (file.text !== null) return { text: null, checks, trial: null };
  const trial = await tryReviewers(context, { isWanted: options.agentReviewers });
  const text = newConfig({
    owner: localActor(),
    target,
    checks: detected,
    email: await readEmail(common, context.env),
    isLocal: context.server === null,
    agentReviewers: trial.runBy,
  });
  return { text, checks, trial };
}

function configAddition(file: ConfigFile, text: string, checks: readonly string[]): FileAddition {
  const base = { folder: file.root, prefix: "" };
  return createFileAddition(base, basename(file.path), {
    says: `owner ${localActor()}; checks ${checks.join(", ") || "none found"}`,
    edit: { kind: "whole", text },
  });
}
