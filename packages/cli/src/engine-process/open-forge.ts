import { join } from "node:path";
import { createGithubForge, createGitTransport } from "@countersign/adapters";
import type { ForgeConnection } from "@countersign/engine";
import { engineFiles } from "../local-engine/files/engine-files.ts";
import {
  githubHost,
  githubServer,
  githubSettingsFile,
  readGithubSettings,
} from "../local-engine/settings/github-settings.ts";
import type { Environment } from "../runtime/environment.ts";
import { gitProgram } from "../runtime/git-program.ts";

/** Where an engine finds the app's credentials, and where its clones are. */
type ForgeSurroundings = { directory: string; shared: string; env: Environment };

/** Connects GitHub, if the engine has an app. GitHub's libraries are loaded at the first request. */
export async function openForge({
  directory,
  shared,
  env,
}: ForgeSurroundings): Promise<ForgeConnection | undefined> {
  const file = githubSettingsFile(engineFiles(directory).githubApp, env);
  const settings = await readGithubSettings(file);
  if (settings === null) return undefined;
  const { app, slug, privateKey, webhookSecret } = settings;
  return {
    host: githubHost(settings),
    clones: join(shared, "clones"),
    forge: createGithubForge({
      server: await githubServer(settings),
      credentials: { app, slug, privateKey, webhookSecret },
      transport: createGitTransport({ dataDirectory: shared, git: gitProgram(env) }),
    }),
  };
}
