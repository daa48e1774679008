import { createClient } from "@countersign/api";
import { lastTaskHere, UNFINISHED_STATES } from "../client/task-here.ts";
import type { CommandContext } from "../command/context.ts";
import { readCredentials } from "../local-engine/files/credentials.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { findEngine } from "../local-engine/find-engine.ts";
import { findWorkplace } from "../workplace/find-workplace.ts";
import type { Candidate } from "./candidates.ts";

const TIMEOUT_MS = 2_000;
const MOST = 50;

type CompletionContext = Pick<CommandContext, "env" | "directory">;

/** Ids that a running engine knows. None is started for a press of the tab key, and nothing is ever said. */
export async function knownThings(
  kind: "task" | "finding" | "repository",
  typed: string,
  context: CompletionContext,
): Promise<Candidate[]> {
  try {
    const found = await ask(kind, context);
    return found.filter(({ word }) => word.startsWith(typed));
  } catch {
    return [];
  }
}

async function ask(
  kind: "task" | "finding" | "repository",
  context: CompletionContext,
): Promise<Candidate[]> {
  const files = localFiles(context.env);
  const [run, credentials] = await Promise.all([
    findEngine(files),
    readCredentials(files.credentials),
  ]);
  if (run === null || credentials === null) return [];
  const { token } = credentials.human;
  const client = createClient({ baseUrl: run.url, token, timeoutMs: TIMEOUT_MS });
  if (kind === "repository") {
    const { items } = await client.listRepositories();
    return items.map(({ id, path }) => ({ word: id, about: path }));
  }
  if (kind === "task") {
    const { items } = await client.listTasks({ state: [...UNFINISHED_STATES], limit: MOST });
    return items.map(({ task, title }) => ({ word: task, about: title }));
  }
  const here = await lastTaskHere({ client, files }, await findWorkplace(context.directory));
  if (here === null) return [];
  const { findings } = await client.showTask({ task: here });
  return findings.map(({ id, message }) => ({ word: id, about: message }));
}
