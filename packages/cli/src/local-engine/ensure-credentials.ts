import { boundary, type Engine } from "@countersign/engine";
import { type Credentials, readCredentials, writeCredentials } from "./credentials.ts";

type Principal = Parameters<Engine["createToken"]>[0];

/** Gives the person at this machine their two credentials, unless those that they have still work. */
export async function ensureCredentials(
  engine: Engine,
  { file, org, actor }: { file: string; org: string; actor: string },
): Promise<Credentials> {
  const known = await readCredentials(file);
  if (known !== null && (await stillWork(engine, known))) return known;
  const by: Principal = {
    org,
    actor: { id: actor, kind: "human", planner: false },
    role: "admin",
    task: null,
    sponsor: null,
    modelFamily: null,
    token: "first-start",
  };
  const credentials = {
    human: { actor, token: (await engine.createToken(by, { actor, role: "human" })).token },
    admin: { actor, token: (await engine.createToken(by, { actor, role: "admin" })).token },
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
