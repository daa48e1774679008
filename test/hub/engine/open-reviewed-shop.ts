import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Task } from "@countersign/core";
import type { Forge } from "@countersign/engine";
import { afterAll } from "vitest";
import { transact } from "../../../packages/engine/src/platform/transact.ts";
import { lockChange } from "../../../packages/engine/src/store/forge/stored-changes.ts";
import { listenHere } from "../../attack/listen-here.ts";
import { type OpenEngine, ORG, openEngine } from "../../engine/open-engine.ts";
import { plainPolicy } from "../../engine/plain-policy.ts";
import { openForgeShop } from "../forge/open-forge.ts";

export const GATE = "countersign/gate";
export const WAITING = `${GATE} in_progress`;
const HOST = "github.test";

/** A hub whose repository an engine reviews. Ben is the owner, and his account is linked. */
export type ReviewedShop = Awaited<ReturnType<typeof openReviewedShop>>;

type ShopOptions = {
  /** Keys of the policy besides the plain one's. */
  policy?: object;
  /** Milliseconds that the adapter waits for an answer. Default 20,000. */
  timeoutMs?: number;
  times?: NonNullable<Parameters<typeof openEngine>[1]>["forgeTimes"];
  /** Changes the forge that the engine calls. */
  wrapForge?: (forge: Forge) => Forge;
};

/** Starts a hub and an engine that follows its repository with the real adapter and git over https. */
export async function openReviewedShop({
  policy,
  timeoutMs,
  times,
  wrapForge = (forge) => forge,
}: ShopOptions = {}) {
  const shop = await openForgeShop(timeoutMs);
  const { repository, hub } = shop;
  const text = { ...plainPolicy("ben"), trust: { forgeReviews: "all" }, ...policy };
  await shop.clone.commit("Policy", { "countersign.json": JSON.stringify(text) });
  await shop.clone.git("push", "--quiet", "origin", "main");
  const engine = await openEngine(undefined, {
    forge: { host: HOST, clones: `${shop.folder}/clones`, forge: wrapForge(shop.forge) },
    forgeTimes: times ?? { lookMs: 100, pollMs: 1_000, scanMs: 2_000, redeliverMs: 1_000 },
    lookMs: 1_000,
  });
  const { id: repo } = await engine.engine.addForgeRepository(engine.admin, { name: repository });
  const { id: account, login } = shop.ben;
  await engine.engine.linkForgeAccount(engine.admin, { account, login, person: "ben" });
  const taskOf = async (number: number): Promise<Task | null> => {
    const stored = await transact(engine.database.pool, ORG, (session) =>
      lockChange(session, { repo, number }),
    );
    return stored?.taskId == null ? null : await engine.engine.task(engine.ana, stored.taskId);
  };
  return {
    ...shop,
    ...{ engine, repo, taskOf },
    phaseOf: async (number: number) => (await taskOf(number))?.phase.is,
    mainTip: () => hub.admin.readBranch({ repository, branch: "main" }),
    /** The checks of a commit, each with its conclusion or status. */
    async checkOf(commit: string): Promise<string> {
      const runs = await hub.admin.readCheckRuns({ repository, commit });
      return runs.map(({ name, status, conclusion }) => `${name} ${conclusion ?? status}`).join();
    },
    async approve(number: number, commit: string): Promise<void> {
      await hub.admin.reviewPull({ repository, number, by: "ben", event: "APPROVE", commit });
    },
  };
}

/** Lets the engine receive the hub's webhooks. */
export async function receiveHooks({ engine }: OpenEngine): Promise<string> {
  const server = createServer(async (request, response) => {
    const headers = Object.entries(request.headers).map(
      ([name, value]) => [name, String(value)] as const,
    );
    const outcome = await engine.acceptWebhook(new Map(headers), await buffer(request));
    response.writeHead(outcome === "accepted" ? 202 : 401).end();
  });
  const url = await listenHere(server);
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}
