import { boundary, createToken, type Engine } from "@countersign/engine";
import {
  type Credentials,
  readCredentials,
  writeCredentials,
} from "../local-engine/files/credentials.ts";
import type { ComposedEngine } from "./compose-engine.ts";

/**
 * Gives the person at this machine their two credentials, unless those that they have still work.
 *
 * Nobody asks for these: the engine's own start creates them, so no policy is asked for a person's presence.
 */
export async function ensureCredentials(
  { engine, pool }: Pick<ComposedEngine, "engine" | "pool">,
  { file, org, actor }: { file: string; org: string; actor: string },
): Promise<Credentials> {
  const known = await readCredentials(file);
  if (known !== null && (await stillWork(engine, known))) return known;
  const credentials = {
    human: { actor, token: (await createToken(pool, org, { actor, role: "human" })).token },
    admin: { actor, token: (await createToken(pool, org, { actor, role: "admin" })).token },
  };
  boundary("credentials.made");
  await writeCredentials(file, credentials);
  boundary("credentials.written");
  return credentials;
}

async function stillWork(engine: Engine, { human, admin }: Credentials): Promise<boolean> {
  const found = await Promise.all([
    engine.authenticate(human.token),
    engine.authenticate(admin.token),
  ]);
  return found[0]?.role === "human" && found[1]?.role === "admin";
}
