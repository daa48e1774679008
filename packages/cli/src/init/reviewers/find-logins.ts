import { isSignedIn, type LoginAgent, readReviewerAccess } from "@countersign/adapters";
import { describeCallingAgent } from "../../caller/require-owner.ts";
import { localFiles } from "../../local-engine/files/local-files.ts";
import { engineEnvironment } from "../../local-engine/settings/engine-environment.ts";
import { readEngineSettings } from "../../local-engine/settings/engine-settings.ts";
import { accessFile } from "../../reviewers/engine-runners.ts";
import type { Environment } from "../../runtime/environment.ts";
import { createFileAddition, type FileAddition } from "../edits/file-addition.ts";
import { shownPath, userFolders } from "../hosts/user-file.ts";

/** A program that the person is signed in with, and the folder of the login. */
export type FoundLogin = { agent: LoginAgent; folder: string };

/** Each program with the provider of its key. */
const PROVIDERS = { claude: "anthropic", codex: "openai", gemini: "google" } as const;
const KEYS = {
  claude: "ANTHROPIC_API_KEY",
  codex: "OPENAI_API_KEY",
  gemini: "GEMINI_API_KEY",
} as const;
const AGENTS = ["claude", "codex", "gemini"] as const;

/** The logins of the person, for programs that the engine has no key for. An agent is offered none. */
export async function findLogins(
  env: Environment,
  above: () => string | null,
): Promise<FoundLogin[]> {
  const folders = userFolders(env);
  if (folders === null || describeCallingAgent(env, above) !== null) return [];
  const files = localFiles(env);
  const { environment = {} } = await readEngineSettings(files.settings);
  const engine = engineEnvironment(files.directory, environment);
  const { models, logins } = await readReviewerAccess(accessFile(files));
  const found: FoundLogin[] = [];
  for (const agent of AGENTS) {
    const hasKey = Boolean(engine[KEYS[agent]] ?? models[PROVIDERS[agent]]?.apiKey);
    const isKnown = hasKey || logins[agent] !== undefined;
    if (!isKnown && (await isSignedIn(agent, folders[agent])))
      found.push({ agent, folder: folders[agent] });
  }
  return found;
}

/** Writes down for the engine that the program of a trial may review with the person's login. */
export function loginAdditions(
  trial: { login: FoundLogin | null } | null,
  { directory, home }: { directory: string; home: string | null },
): FileAddition[] {
  const login = trial?.login ?? null;
  if (login === null) return [];
  const { agent, folder } = login;
  const shown = home === null ? directory : shownPath(directory, home);
  const entry = createFileAddition({ folder: directory, prefix: `${shown}/` }, "reviewers.json", {
    says: `${agent} reviews with your own login`,
    edit: { kind: "json", additions: [{ adds: "value", at: ["logins", agent], value: folder }] },
    isLive: true,
  });
  return [entry];
}
