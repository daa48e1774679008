import type { CliSession } from "./open-session.ts";

/** The name of the caller, so that their own turn is printed as "you". */
export async function myName({ client }: CliSession): Promise<string> {
  return (await client.me()).actor.id;
}
