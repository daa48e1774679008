import type { CliSession } from "./open-session.ts";

/** The name of whoever asks, so that a turn can be called yours. */
export async function myName({ client }: CliSession): Promise<string> {
  return (await client.me()).actor.id;
}
