import { CountersignError } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { isTrusted } from "../connections/connected-agents.ts";
import { hookFiles } from "../hook/files/hook-files.ts";
import { type HookCall, readHookCalls } from "../hook/sessions/hook-calls.ts";
import { findAgents, type KnownAgent } from "../init/hosts/find-agents.ts";
import { type InitRecord, readInitRecord, readOtherInitRecords } from "../init/plan/init-record.ts";
import { agentAdditions } from "../init/plan/plan-additions.ts";
import { type PlannedFile, planFiles } from "../init/plan/plan-files.ts";
import { launcherPath } from "../launcher/launcher.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { ageText } from "../output/words.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

const AGAIN = "countersign init";
const LEFT_OUT = "not connected; countersign init connects it";

type CheckContext = Pick<CommandContext, "directory" | "env" | "program">;

type Known = {
  place: Workplace;
  own: InitRecord;
  others: readonly InitRecord[];
  heard: readonly HookCall[];
};

/** Whether the agents that are here still have what init wrote for them; nothing where it never did. */
export async function checkAgents(context: CheckContext): Promise<Diagnosis[]> {
  const place = await findWorkplace(context.directory).catch(() => null);
  if (place === null || place.root === place.common) return [];
  const { directory } = localFiles(context.env);
  const own = await readInitRecord(directory, place);
  if (own === null) return [];
  const others = await readOtherInitRecords(directory, place);
  const { env } = context;
  const agents = await findAgents(undefined, { root: place.root, home: env.HOME ?? null, env });
  const heard = await readHookCalls(hookFiles(localFiles(env)), place.common);
  const known = { place, own, others, heard };
  return await Promise.all(agents.map((agent) => checkAgent(context, agent, known)));
}

async function checkAgent(
  { env }: CheckContext,
  { id, name }: KnownAgent,
  { own, others, heard }: Known,
): Promise<Diagnosis> {
  const launcher = launcherPath(localFiles(env).directory);
  try {
    const wanted = await agentAdditions(id, { launcher, env });
    const written = new Set([own, ...others].flatMap(({ files }) => files.map(({ path }) => path)));
    const isWritten = wanted.some(({ path }) => written.has(path));
    const found = judge(name, await planFiles(wanted, { own, others }));
    if (found.level === "warn" && !isWritten) return reportFine(name, LEFT_OUT);
    return found.level === "ok" ? await withHooks(found, id, { env, heard }) : found;
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error;
    return reportProblem(name, error.message, error.hint ?? AGAIN);
  }
}

function judge(name: string, files: readonly PlannedFile[]): Diagnosis {
  const lines = (is: PlannedFile["is"][]) => [
    ...new Set(files.filter((file) => is.includes(file.is)).map(({ line }) => line)),
  ];
  const missing = lines(["new", "edit"]);
  if (missing.length > 0)
    return reportWarning(name, `not set up completely: ${missing.join(", ")}`, AGAIN);
  const left = lines(["leave"]);
  return reportFine(name, left.length === 0 ? "set up" : `set up, but for ${left.join(", ")}`);
}

/** When the agent's hooks were last heard; Codex is named while it does not trust them. */
async function withHooks(
  { says, ...found }: Diagnosis,
  agent: KnownAgent["id"],
  { env, heard }: { env: CheckContext["env"]; heard: readonly HookCall[] },
): Promise<Diagnosis> {
  const last = heard.find((hook) => hook.agent === agent);
  if (!(await isTrusted(agent, env, last?.atMs ?? null)))
    return reportWarning(
      found.about,
      `${says}, but ${UNTRUSTED}`,
      "Start codex, type /hooks and trust them",
    );
  if (last === undefined) return { ...found, says: `${says}; its hooks were not heard yet` };
  return { ...found, says: `${says}; hooks last heard ${ageText(last.atMs)} ago in ${last.root}` };
}

const UNTRUSTED =
  "Codex does not trust its hooks yet, so it does not run them and nothing is submitted";
