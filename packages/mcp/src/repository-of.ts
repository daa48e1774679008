import { type McpSession, refuse } from "./session.ts";

/** The only repository that a token sees, for an agent that does not say where it works. */
export async function repositoryOf({ client }: McpSession): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuse("invalid_input", "This token sees several repositories; connect in one of them.");
}
