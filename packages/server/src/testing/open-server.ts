import type { Engine, Principal } from "@countersign/engine";
import { type AppSettings, createApp } from "../app.ts";
import { type RunningServer, serve } from "../serve.ts";
import { createMemoryEngine, type MemoryEngine } from "./memory-engine.ts";
import { TREE } from "./memory-tasks.ts";

export type Role = Principal["role"];

/** Two isolated organisations, and the ids of the first that tests use. */
export type World = {
  engine: Engine;
  /** One token per role. The person is the owner of the repository. */
  tokens: Readonly<Record<Role, string>>;
  foreignTokens: Readonly<Record<Role, string>>;
  /** A task in round 1 that waits for the owner, with this tree. */
  task: string;
  tree: string;
  /** A repository and a credential of the first organisation. */
  repo: string;
  token: string;
  /** Texts that must not be visible outside the first organisation. */
  secrets: readonly string[];
};

/** Credentials of the first organisation that were valid once. */
export type StaleTokens = {
  /** Sessions of a person that have ended, each in another way. */
  sessions: readonly string[];
  revoked: Readonly<Record<Role, string>>;
  expired: Readonly<Record<Role, string>>;
};

/** A world whose state can be compared before and after a refusal. */
export type RefusalWorld = World & {
  stale: StaleTokens;
  /** Describes everything that a request can change. */
  readState(): Promise<string>;
};

const ROLES = ["viewer", "author", "reviewer", "planner", "human", "admin"] as const;

export type OpenServer = RunningServer & {
  /** Internal errors. */
  failures: string[];
  /** The method and path of each route, as the API description writes them. */
  addresses: readonly string[];
};

export async function openServer(
  engine: Engine,
  settings: Partial<AppSettings> = {},
): Promise<OpenServer> {
  const failures: string[] = [];
  const app = createApp({
    engine,
    hosts: ["127.0.0.1"],
    origins: ["https://cs.example"],
    version: "1.2.3",
    instance: "inst-1",
    log: ({ event, fields }) => failures.push(`${event} ${fields?.error ?? ""}`),
    ...settings,
  });
  const addresses = app.routes
    .filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/:([a-z]+)/g, "{$1}")}`);
  return { ...(await serve(app, { port: 0 })), failures, addresses };
}

/** Opens the world in memory. */
export async function openMemoryWorld(): Promise<RefusalWorld & { engine: MemoryEngine }> {
  const engine = createMemoryEngine({ "org-a": "person-a", "org-b": "person-b" });
  const tokens = tokensOf(engine, "org-a", "a");
  const by = await principal(engine, tokens.human);
  const agent = await principal(engine, tokens.author);
  const admin = await principal(engine, tokens.admin);
  await engine.addRepository(admin, { path: "/srv/shop-of-a", id: "shop" });
  const { id } = await engine.createToken(admin, { actor: "agent-9", role: "viewer" });
  const stale = await staleTokens(engine, admin, "org-a", "a");
  const title = "The title of a";
  await engine.createTask(by, "key-create", { id: "cs-alpha", title, repo: "shop" });
  await engine.submitWork(agent, "key-submit", {
    task: "cs-alpha",
    from: { branch: "work" },
    signal: "DONE",
    summary: "",
  });
  return {
    engine,
    tokens,
    foreignTokens: tokensOf(engine, "org-b", "b"),
    task: "cs-alpha",
    tree: TREE,
    repo: "shop",
    token: id,
    secrets: ["cs-alpha", title, "shop-of-a", "person-a", id],
    stale,
    readState: async () => JSON.stringify([engine.commands, engine.connections, engine.tokensOf()]),
  };
}

async function staleTokens(
  engine: MemoryEngine,
  admin: Principal,
  org: string,
  suffix: string,
): Promise<StaleTokens> {
  const revoked = tokensOf(engine, org, suffix);
  const ended = await beginSession(engine, revoked.human);
  await engine.signOut(await principal(engine, ended));
  for (const token of Object.values(revoked))
    await engine.revokeToken(admin, (await principal(engine, token)).token);
  return { sessions: [ended], revoked, expired: tokensOf(engine, org, suffix, 1) };
}

/** Signs in with a one-time code of the person. */
export async function beginSession(engine: Engine, token: string): Promise<string> {
  const { code } = await engine.createSignInCode(await principal(engine, token));
  return (await engine.beginSession(code)).token;
}

export async function principal(engine: Engine, token: string): Promise<Principal> {
  const by = await engine.authenticate(token);
  if (by === null) throw new Error("The token is not known");
  return by;
}

function tokensOf(
  engine: MemoryEngine,
  org: string,
  suffix: string,
  expiresMs: number | null = null,
): Record<Role, string> {
  const issue = (role: Role): string =>
    engine.issue(org, `${role === "human" ? "person" : role}-${suffix}`, role, expiresMs);
  const [viewer, author, reviewer, planner, human, admin] = ROLES.map(issue);
  if (!viewer || !author || !reviewer || !planner || !human || !admin)
    throw new Error("A role has no token");
  return { viewer, author, reviewer, planner, human, admin };
}
