import { realpath } from "node:fs/promises";
import { type RepositoryLine, unknownRepository } from "@countersign/api";
import type { CommandContext } from "../command/context.ts";
import { findWorkplace, type Workplace } from "../workplace/find-workplace.ts";
import type { CliSession } from "./open-session.ts";

/** The engine's entry for the repository around the current directory. */
export async function repositoryHere(
  context: CommandContext,
  session: CliSession,
  place?: Workplace,
): Promise<RepositoryLine> {
  const here = place ?? (await findWorkplace(context.directory));
  const known = await knownRepository(session, here);
  if (known !== null) return known;
  throw unknownRepository();
}

export async function knownRepository(
  { client }: Pick<CliSession, "client">,
  { repository }: Workplace,
): Promise<RepositoryLine | null> {
  const { items } = await client.listRepositories();
  for (const item of items) {
    if ((await realpath(item.path).catch(() => item.path)) === repository) return item;
  }
  return null;
}
