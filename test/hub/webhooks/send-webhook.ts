import { createHmac, randomUUID } from "node:crypto";
import { checkWebhook } from "../description/webhook-description.ts";
import { accountView } from "../views/account-view.ts";
import { repositoryView } from "../views/repository-view.ts";
import { type Account, type HubRepository, timestamp } from "../world/accounts.ts";
import { type AppInstallation, type HubDelivery, hasRepository } from "../world/apps.ts";
import type { World } from "../world/world.ts";

export type HubEvent = {
  event: string;
  repository: HubRepository;
  sender: Account;
  payload: Record<string, unknown> & { action?: string };
};

/** Sends an event to every app that is installed in the repository and listens to it. */
export function emitEvent(world: World, event: HubEvent): void {
  for (const installation of world.installations)
    if (hasRepository(installation, event.repository) && !installation.isSuspended)
      deliverTo(world, installation, event);
}

function deliverTo(world: World, installation: AppInstallation, event: HubEvent): void {
  const { app } = installation;
  if (app.hookUrl === null || !app.events.includes(event.event)) return;
  const body = {
    ...event.payload,
    repository: repositoryView(world, event.repository),
    sender: accountView(world, event.sender),
    installation: { id: installation.id, node_id: `I_${installation.id}` },
  };
  const problem = checkWebhook(event.event, body);
  if (problem !== null) world.deviations.push({ at: `webhook ${event.event}`, problem });
  if (world.deliveryMode === "lose") return;
  attempt(world, {
    id: world.newId(),
    guid: randomUUID(),
    app,
    installation: installation.id,
    repository: event.repository.id,
    event: event.event,
    action: event.payload.action ?? null,
    body: JSON.stringify(body),
    isRedelivery: false,
    deliveredAt: timestamp(),
    durationMs: 0,
    statusCode: 0,
  });
}

/** Delivers an event again, as a new attempt with the same guid. */
export function redeliver(world: World, delivery: HubDelivery): void {
  const again = { id: world.newId(), isRedelivery: true, deliveredAt: timestamp(), statusCode: 0 };
  attempt(world, { ...delivery, ...again });
}

function attempt(world: World, delivery: HubDelivery): void {
  world.deliveries.push(delivery);
  if (world.deliveryMode !== "send") return;
  const sending = post(delivery).finally(() => world.sending.delete(sending));
  world.sending.add(sending);
}

const TIMEOUT_MS = 10_000;

async function post(delivery: HubDelivery): Promise<void> {
  const { app, body } = delivery;
  const signature = createHmac("sha256", app.webhookSecret).update(body).digest("hex");
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/hub",
    "x-github-event": delivery.event,
    "x-github-delivery": delivery.guid,
    "x-github-hook-id": String(app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-github-hook-installation-target-id": String(app.id),
    "x-hub-signature-256": `sha256=${signature}`,
  };
  const startedMs = performance.now();
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const options = { method: "POST", headers, body, signal };
  const answer = await fetch(app.hookUrl ?? "", options).catch(() => null);
  await answer?.body?.cancel();
  delivery.statusCode = answer?.status ?? 0;
  delivery.durationMs = performance.now() - startedMs;
}
