import { generateKeyPairSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { appView } from "../views/account-view.ts";
import { redeliver } from "../webhooks/send-webhook.ts";
import type { HubApp, HubDelivery } from "../world/apps.ts";
import { createApp } from "../world/create-app.ts";
import type { World } from "../world/world.ts";
import { appOf } from "./app-operations.ts";
import { type RestCall, RestFailure, type RestHandler } from "./call.ts";

/** Operations on an app's webhook and its deliveries, and the creation of an app from a manifest. */
export const HOOK_OPERATIONS = {
  "GET /app/hook/config": (call) => ({ status: 200, body: hookConfig(appOf(call)) }),
  "PATCH /app/hook/config": (call) => {
    const app = appOf(call);
    const change = z
      .object({ url: z.string().optional(), secret: z.string().optional() })
      .parse(call.body);
    app.hookUrl = change.url ?? app.hookUrl;
    app.webhookSecret = change.secret ?? app.webhookSecret;
    return { status: 200, body: hookConfig(app) };
  },
  "GET /app/hook/deliveries": (call) => ({
    status: 200,
    body: ownDeliveries(call).toReversed().map(deliveryView),
  }),
  "GET /app/hook/deliveries/{delivery_id}": (call) => {
    const delivery = deliveryOf(call);
    const request = { headers: {}, payload: JSON.parse(delivery.body) };
    const response = { headers: {}, payload: null };
    return { status: 200, body: { ...deliveryView(delivery), request, response } };
  },
  "POST /app/hook/deliveries/{delivery_id}/attempts": (call) => {
    redeliver(call.world, deliveryOf(call));
    return { status: 202, body: {} };
  },
  "POST /app-manifests/{code}/conversions": ({ world, params }) => {
    const code = params.code ?? "";
    const manifest = world.manifests.get(code);
    if (manifest === undefined) throw new RestFailure(404, "Not Found");
    world.manifests.delete(code);
    return { status: 201, body: convertManifest(world, manifest) };
  },
} satisfies Record<string, RestHandler>;

function hookConfig(app: HubApp) {
  const url = app.hookUrl ?? "";
  return { content_type: "json", insecure_ssl: "0", secret: "********", url };
}

function ownDeliveries(call: RestCall): HubDelivery[] {
  const app = appOf(call);
  return call.world.deliveries.filter((one) => one.app === app);
}

function deliveryOf(call: RestCall): HubDelivery {
  const found = ownDeliveries(call).find(({ id }) => id === Number(call.params.delivery_id));
  if (found === undefined) throw new RestFailure(404, "Not Found");
  return found;
}

function deliveryView(delivery: HubDelivery) {
  const { statusCode } = delivery;
  const isOk = statusCode >= 200 && statusCode < 300;
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.isRedelivery,
    duration: delivery.durationMs / 1000,
    status: isOk ? "OK" : statusCode === 0 ? "failed to connect to host" : "Invalid HTTP Response",
    status_code: statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installation,
    repository_id: delivery.repository,
    throttled_at: null,
  };
}

const Manifest = z.object({
  name: z.string(),
  hook_attributes: z.object({ url: z.string() }).optional(),
  default_permissions: z.record(z.string(), z.string()).default({}),
  default_events: z.array(z.string()).default([]),
  owner: z.string(),
});

/** Creates the app that a manifest describes, with keys that are shown only here. */
function convertManifest(world: World, given: Record<string, unknown>) {
  const manifest = Manifest.parse(given);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const app = createApp(world, {
    owner: manifest.owner,
    name: manifest.name,
    publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
    hookUrl: manifest.hook_attributes?.url ?? null,
    permissions: manifest.default_permissions,
    events: manifest.default_events,
  });
  return {
    ...appView(world, app),
    client_secret: randomBytes(20).toString("hex"),
    webhook_secret: app.webhookSecret,
    pem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
  };
}
