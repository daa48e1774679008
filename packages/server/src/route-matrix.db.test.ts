import { ROLES } from "@countersign/core";
import { describe } from "vitest";
import { openEngine } from "../../../test/engine/open-engine.ts";
import { describeRouteMatrix } from "./testing/describe-route-matrix.ts";
import type { Role, World } from "./testing/open-server.ts";

const { engine, shop, admin, ana, agent, signIn, key, until } = await openEngine();

/** A token per role for an organisation; its owner is called as the policy calls them. */
async function tokensOf(org: string, owner: string): Promise<Record<Role, string>> {
  const by = await signIn({ actor: "first", role: "admin" }, org);
  const make = async (role: Role): Promise<[Role, string]> => {
    const actor = role === "human" ? owner : `${role}-of-${org}`;
    const isAgent = role === "author" || role === "reviewer" || role === "planner";
    const sponsor = isAgent ? owner : undefined;
    return [role, (await engine.createToken(by, { actor, role, sponsor })).token];
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

/** The same world, on Postgres and git. */
async function openRealWorld(): Promise<World> {
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
  return {
    engine,
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
