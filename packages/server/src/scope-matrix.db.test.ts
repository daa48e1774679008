import { describe } from "vitest";
import { openEngine } from "../../../test/engine/open-engine.ts";
import { describeScopeMatrix, type ScopedWorld } from "./testing/describe-scope-matrix.ts";

const { engine, shop, admin, ana, key } = await openEngine();

/** Agents work for a person. */
const SPONSORED = {
  viewer: {},
  author: { sponsor: "ana" },
  reviewer: { sponsor: "ana" },
  planner: { sponsor: "ana" },
  human: {},
  admin: {},
} as const;

/** A person may create as many tasks as the matrix has cells. */
async function openTask(): Promise<string> {
  return (await engine.createTask(ana, key(), { title: "Its own", repo: "shop" })).task;
}

async function openWorld(): Promise<ScopedWorld> {
  const tokens = { viewer: "", author: "", reviewer: "", planner: "", human: "", admin: "" };
  return {
    engine,
    tokens,
    foreignTokens: tokens,
    task: await openTask(),
    tree: "1".repeat(40),
    repo: "shop",
    token: admin.token,
    secrets: [shop.repo],
    openTask,
    async tokenFor(role, task) {
      const actor = role === "human" ? "ana" : `scoped-${role}`;
      return (await engine.createToken(admin, { actor, role, task, ...SPONSORED[role] })).token;
    },
  };
}

describe("every route for tokens that are for one task", () => {
  describeScopeMatrix(openWorld);
});
