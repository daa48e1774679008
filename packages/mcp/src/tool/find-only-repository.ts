import { type McpSession, refuseCall } from "./session.ts";

/** Returns the only repository that the token can see, for an agent without a known location. */
export async function findOnlyRepository({ client }: McpSession): Promise<string> {
  const { items } = await client.listRepositories();
  const [only, another] = items;
  if (only !== undefined && another === undefined) return only.id;
  return refuseCall(
    "invalid_input",
    "This token sees several repositories; connect in one of them.",
  );
}
