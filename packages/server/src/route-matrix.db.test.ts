import { ROLES } from "@countersign/core";
import { describe } from "vitest";
import { openEngine } from "../../../test/engine/open-engine.ts";
import { describeRouteMatrix } from "./testing/describe-route-matrix.ts";
import {
  beginSession,
  principal,
  type RefusalWorld,
  type Role,
  type StaleTokens,
} from "./testing/open-server.ts";

const { engine, database, shop, admin, ana, agent, mint, key, until } = await openEngine();

/** A token per role for an organisation; its owner is called as the policy calls them. */
async function tokensOf(
  org: string,
  owner: string,
  expiresMs?: number,
): Promise<Record<Role, string>> {
  const make = async (role: Role): Promise<[Role, string]> => {
    const actor = role === "human" ? owner : `${role}-of-${org}`;
    const isAgent = role === "author" || role === "reviewer" || role === "planner";
    const sponsor = isAgent ? owner : undefined;
    return [role, await mint({ actor, role, sponsor, expiresMs }, org)];
  };
  const [person, ...others] = [await make("human"), ...ROLES.filter((role) => role !== "human")];
  const made = new Map([person, ...(await Promise.all(others.map(make)))]);
  const of = (role: Role): string => made.get(role) ?? "";
  return {
    viewer: of("viewer"),
    author: of("author"),
    reviewer: of("reviewer"),
    planner: of("planner"),
    human: of("human"),
    admin: of("admin"),
  };
}

async function staleTokens(): Promise<StaleTokens> {
  const revoked = await tokensOf("acme", "ana");
  const sessions = [
    await beginSession(engine, revoked.human),
    await beginSession(engine, revoked.human),
  ];
  await engine.signOut(await principal(engine, sessions[0] ?? ""));
  for (const token of Object.values(revoked))
    await engine.revokeToken(admin, (await principal(engine, token)).token);
  return { sessions, revoked, expired: await tokensOf("acme", "ana", Date.now() - 1) };
}

/** Returns a statement that hashes the rows of every table except those that are written all the time. */
async function stateQuery(): Promise<string> {
  const { rows } = await database.owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'countersign'::regnamespace
        AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> ALL ($1) ORDER BY 1`,
    [["seals", "seal_leaves"]],
  );
  const hashes = rows.map(
    ({ name }) => `SELECT '${name} ' || md5(row::text) AS hash FROM countersign.${name} row`,
  );
  return `SELECT coalesce(string_agg(hash, E'\\n' ORDER BY hash), '') AS state
            FROM (${hashes.join(" UNION ALL ")}) every`;
}

/** The same world, on Postgres and git. */
async function openRealWorld(): Promise<RefusalWorld> {
  const title = "What only acme may read";
  shop.write("greeting.txt", "hello\n");
  shop.commit("Work");
  shop.git("branch", "work");
  const { task } = await engine.createTask(agent, key(), { title, repo: "shop" });
  await engine.submitWork(agent, key(), {
    task,
    from: { branch: "work" },
    signal: "DONE",
    summary: "",
  });
  const { round } = await until(
    task,
    ({ phase }) => phase.is === "reviewing" && phase.person === ana.actor.id,
  );
  const { id } = await engine.createToken(admin, { actor: "agent-9", role: "viewer" });
  const query = await stateQuery();
  return {
    engine,
    stale: await staleTokens(),
    readState: async () => (await database.owner.query(query)).rows[0].state,
    tokens: await tokensOf("acme", "ana"),
    foreignTokens: await tokensOf("other", "ben"),
    task,
    tree: round?.content.tree ?? "",
    repo: "shop",
    token: id,
    secrets: [task, title, shop.repo, id, "of-acme"],
  };
}

describe("every route against everybody who must not get in, on the real engine", () => {
  describeRouteMatrix(openRealWorld);
});
