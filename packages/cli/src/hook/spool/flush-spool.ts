import { createClient } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../../command/context.ts";
import { readCredentials } from "../../local-engine/files/credentials.ts";
import type { EngineFiles } from "../../local-engine/files/engine-files.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { findEngine } from "../../local-engine/find-engine.ts";
import { findWorkplace } from "../../workplace/find-workplace.ts";
import { type HookFiles, hookFiles } from "../files/hook-files.ts";
import { writeHookLog } from "../files/hook-log.ts";
import { recordRefusedWork, removeRefusedWork } from "./refused-work.ts";
import { readSpool, removeFromSpool, type SpooledWork } from "./spool.ts";
import { type SubmitDeps, submitSpooledWork } from "./submit-spooled-work.ts";

type Place = Pick<CommandContext, "env" | "directory">;

/** Sent: taken, or refused for good. Left: nothing answered, or it may be taken later. */
export type FlushResult = { sent: number; left: number };

const NOTHING: FlushResult = { sent: 0, left: 0 };
const LASTS_MS = 10 * 60_000;
const CALL_MS = 60_000;

/**
 * Submits the spooled work of the repository around a directory if the engine runs. Never fails. Two processes
 * that send the same work use the same key, so the engine accepts it once.
 */
export async function flushSpool(place: Place): Promise<FlushResult> {
  return await sendAll(place).catch(() => NOTHING);
}

async function sendAll({ env, directory }: Place): Promise<FlushResult> {
  const engineFiles = localFiles(env);
  const files = hookFiles(engineFiles);
  const place = await findWorkplace(directory).catch(() => null);
  const waiting = place === null ? [] : await readSpool(files, place.common);
  if (waiting.length === 0) return NOTHING;
  const admin = await connect(engineFiles);
  if (admin === null) return { sent: 0, left: waiting.length };
  const counts = { sent: 0, left: 0 };
  for (const work of waiting) counts[await settle(admin, files, work)] += 1;
  return counts;
}

async function settle(
  admin: Admin,
  files: HookFiles,
  work: SpooledWork,
): Promise<keyof FlushResult> {
  const problem = await sendOne(admin, work);
  if (problem !== null) await writeHookLog(files.log, `${work.agent} send`, problem);
  if (problem !== null && isOneOf(TOLD, problem))
    await recordRefusedWork(files, work, problem.message);
  if (problem !== null && !isOneOf(FINAL, problem)) return "left";
  if (problem === null) await removeRefusedWork(files, work);
  else if (!isOneOf(NOTHING_LOST, problem)) await recordRefusedWork(files, work, problem.message);
  await removeFromSpool(files, work);
  return "sent";
}

type Admin = { url: string; files: EngineFiles; client: SubmitDeps["client"]; person: string };

async function connect(files: EngineFiles): Promise<Admin | null> {
  const [run, credentials] = await Promise.all([
    findEngine(files),
    readCredentials(files.credentials),
  ]);
  if (run === null || credentials === null) return null;
  const { url } = run;
  const client = createClient({ baseUrl: url, token: credentials.admin.token, timeoutMs: CALL_MS });
  return { url, files, client, person: credentials.human.actor };
}

/** As the agent whose work it is, with a credential for this one time. */
async function sendOne(admin: Admin, work: SpooledWork): Promise<Error | null> {
  try {
    const expiresMs = Date.now() + LASTS_MS;
    const sponsor = admin.person;
    const body = { actor: work.agent, role: "author", sponsor, expiresMs } as const;
    const { token, id } = await admin.client.createToken({ body });
    try {
      const client = createClient({ baseUrl: admin.url, token, timeoutMs: CALL_MS });
      await submitSpooledWork({ client, files: admin.files }, work);
    } finally {
      await admin.client.revokeToken({ id }).catch(() => undefined);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Asking again would get the same answer, or it was taken before. Whatever else is wrong may pass. */
const FINAL: ReadonlySet<string> = new Set([
  "nothing_changed",
  "invalid_input",
  "not_found",
  "forbidden",
  "too_large",
  "reused_key",
]);

/** Taken once the agent has answered, which it must be told. */
const TOLD: ReadonlySet<string> = new Set(["unanswered_findings"]);

/** Of the final ones: it is there already. */
const NOTHING_LOST: ReadonlySet<string> = new Set(["nothing_changed", "reused_key"]);

function isOneOf(codes: ReadonlySet<string>, error: Error): boolean {
  return error instanceof CountersignError && codes.has(error.code);
}
