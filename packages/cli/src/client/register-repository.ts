import type { RepositoryLine } from "@countersign/api";
import { allowRoot } from "@countersign/engine";
import type { CommandContext } from "../command/context.ts";
import type { CliSession } from "./open-session.ts";

type Registration = {
  /** The repository's directory. */
  path: string;
  /** The directory that holds its refs and objects. */
  gitDir: string;
  /** Its name; that of a registration whose directory is gone moves it here. */
  id?: string | undefined;
  target?: string | undefined;
  config?: string | undefined;
};

/**
 * Registers a repository. On the local engine, adds exactly this repository to the allowed roots first: a user who
 * can write the engine's data directory owns it. A remote engine keeps its own list.
 */
export async function registerRepository(
  { server }: Pick<CommandContext, "server">,
  { client, files }: CliSession,
  { path, gitDir, ...more }: Registration,
): Promise<RepositoryLine> {
  if (server === null) for (const root of [path, gitDir]) await allowRoot(files.directory, root);
  return await client.addRepository({ body: { path, ...more } });
}
