import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ActSigner, createClient } from "@countersign/api";
import { afterAll, inject, vi } from "vitest";
import { z } from "zod";
import {
  dataOf,
  type Life,
  logOf,
  type Place,
  readJson,
  readRecord,
  runServer,
  type Target,
} from "../../crash/run-server.ts";
import { plainPolicy } from "../../engine/plain-policy.ts";
import { type HubShop, openHubShop } from "../open-hub-shop.ts";
import { requireGate } from "../require-gate.ts";
import type { HubRule } from "../world/checks.ts";
import { type DeliverWebhook, forwardWebhooks } from "./forward-webhooks.ts";

const KILL_MS = 90_000;

const Credential = z.object({ actor: z.string(), token: z.string() });
const Credentials = z.object({ human: Credential, admin: Credential });

/** The built engine on a hub. It is killed at named boundaries and started again. */
export type KilledShop = Awaited<ReturnType<typeof openKilledShop>>;

type KilledShopOptions = {
  merge?: object;
  rules?: readonly HubRule[];
  /** What happens to the hub's webhooks. Default: they arrive. */
  deliver?: DeliverWebhook;
};

/** Starts a hub and the built engine, which receives the hub's webhooks. Ben's account is the person's. */
export async function openKilledShop({ merge, rules = [], deliver }: KilledShopOptions) {
  const forwarder = await forwardWebhooks(deliver);
  const shop = await openHubShop({ hookUrl: forwarder.url });
  const engine = await createLives(shop, (url) => {
    forwarder.engineUrl = url;
  });
  await engine.start();
  const { human, admin } = Credentials.parse(
    readJson(join(dataOf(engine.place), "credentials.json")),
  );
  const plain = plainPolicy(human.actor);
  const policy = {
    ...plain,
    trust: { forgeReviews: "all" },
    merge: { ...plain.merge, ...merge },
  };
  await shop.clone.commit("Policy", { "countersign.json": JSON.stringify(policy) });
  await shop.clone.git("push", "--quiet", "origin", "main");
  const client = (token: string, signer?: ActSigner) =>
    createClient({ baseUrl: engine.url(), token, timeoutMs: 60_000, signer });
  await client(admin.token).addForgeRepository({ body: { name: shop.repository } });
  await client(admin.token).linkForgeAccount({
    body: { account: shop.ben.id, login: shop.ben.login, person: human.actor },
  });
  await requireGate(shop, rules);
  return {
    ...shop,
    ...engine,
    sendWebhook: forwarder.send,
    /** The client of the person, who may sign. */
    client: (signer?: ActSigner) => client(human.token, signer),
    /** The states of the tasks of a pull request. */
    async statesOf(number: number): Promise<string[]> {
      const { items } = await client(human.token).listTasks({ limit: 200 });
      return items
        .filter(({ location }) => location?.branch === `pull/${number}`)
        .map(({ state }) => state);
    },
    async holds(): Promise<unknown[]> {
      const { items } = await client(admin.token).listRepositories({});
      return items.flatMap(({ hold }) => hold ?? []);
    },
  };
}

/** The last lines that the engine logged. */
function logTail(place: Place): string {
  return readFileSync(logOf(place), "utf8").split("\n").slice(-20).join("\n");
}

/** One life after the other over the same data directory. */
async function createLives({ hub, appKeys }: HubShop, announce: (url: string | null) => void) {
  const folder = await mkdtemp(join(tmpdir(), "countersign-killed-"));
  await chmod(folder, 0o755); // the database's own user passes here when root runs the tests
  const file = join(folder, "github.json");
  const { id: app, slug, privateKey, webhookSecret } = appKeys;
  const server = { webUrl: hub.url, caFile: hub.caPath, privateNetwork: true };
  const settings = { app, slug, privateKey, webhookSecret, ...server };
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  const env = { COUNTERSIGN_GITHUB_APP_FILE: file };
  const place: Place = { program: inject("program"), folder, env };
  const killed: string[] = [];
  let life: Life | null = null;
  let baseUrl = "";
  afterAll(async () => {
    await life?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = async (targets: readonly Target[] = []): Promise<void> => {
    life = await runServer(place, targets);
    const url = await life.ready;
    if (url !== null) baseUrl = url;
    announce(url);
  };
  /** Waits until the engine has been killed at the boundary. */
  const awaitKill = async (at: string): Promise<void> => {
    const timeout = new Promise<"late">((resolve) => setTimeout(resolve, KILL_MS, "late").unref());
    const how = await Promise.race([life?.ended, timeout]);
    announce(null);
    if (how !== "killed") throw new Error(`${at} was not passed (${how}):\n${logTail(place)}`);
    await vi.waitFor(() => readRecord(place).killed === at || Promise.reject(at));
    killed.push(at);
  };
  return {
    ...{ place, killed, start },
    url: () => baseUrl,
    async stop(): Promise<void> {
      announce(null);
      await life?.stop();
    },
    /** Kills the engine at a boundary that `act` lets it pass, and starts it again. */
    async killAt(at: string, act: () => Promise<void>): Promise<void> {
      life?.aim([{ at, nth: 1 }]);
      await act();
      await awaitKill(at);
      await start();
    },
    /** Stops the engine, lets the next one be killed at a boundary on its way up, and starts it again. */
    async killAtStart(at: string): Promise<void> {
      announce(null);
      await life?.stop();
      await start([{ at, nth: 1 }]);
      await awaitKill(at);
      await start();
    },
  };
}
