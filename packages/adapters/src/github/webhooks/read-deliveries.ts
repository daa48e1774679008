import { type ForgeDelivery, ForgeError } from "@countersign/engine";
import { z } from "zod";
import { type GithubClients, parseResponse } from "../client/github-clients.ts";
import { PAGE_SIZE, readPages } from "../client/read-pages.ts";

/** An attempt to deliver a webhook. Ids can exceed the safe integers, so the client returns them as `bigint`. */
const githubDelivery = z.object({
  id: z.union([z.number(), z.bigint()]),
  guid: z.string(),
  event: z.string(),
  status_code: z.number(),
  delivered_at: z.iso.datetime({ offset: true }),
});
export type GithubDelivery = z.infer<typeof githubDelivery>;

/** Lists webhooks since a time that never arrived, newest first. */
export async function readDeliveries(
  clients: GithubClients,
  sinceMs: number,
): Promise<ForgeDelivery[]> {
  const found = await clients.asApp(async ({ paginate, rest }) =>
    readPages(paginate.iterator(rest.apps.listWebhookDeliveries, { per_page: PAGE_SIZE }), (page) =>
      parseResponse(z.array(githubDelivery), page).some((one) => isOlder(one, sinceMs)),
    ),
  );
  return failedDeliveries(parseResponse(z.array(githubDelivery), found), sinceMs);
}

/** Returns the newest failed attempt of each webhook that no attempt delivered. */
export function failedDeliveries(
  attempts: readonly GithubDelivery[],
  sinceMs: number,
): ForgeDelivery[] {
  const seen = new Set(attempts.filter(isDelivered).map(({ guid }) => guid));
  const newestFirst = attempts.toSorted((a, b) => timeOf(b) - timeOf(a));
  return newestFirst.flatMap((attempt) => {
    if (seen.has(attempt.guid) || isOlder(attempt, sinceMs)) return [];
    seen.add(attempt.guid);
    const { id, guid, event } = attempt;
    return [{ id: String(id), delivery: guid, event, deliveredAtMs: timeOf(attempt) }];
  });
}

/** Asks GitHub to repeat an attempt. */
export async function redeliver(clients: GithubClients, id: string): Promise<void> {
  if (!/^\d{1,20}$/.test(id)) throw new ForgeError("refused", "GitHub: this is no delivery's id");
  await clients.asApp(async (client) => {
    await client.request({ method: "POST", url: `/app/hook/deliveries/${id}/attempts` });
  });
}

function isDelivered({ status_code }: GithubDelivery): boolean {
  return status_code >= 200 && status_code < 300;
}

function timeOf({ delivered_at }: GithubDelivery): number {
  return Date.parse(delivered_at);
}

function isOlder(attempt: GithubDelivery, sinceMs: number): boolean {
  return timeOf(attempt) < sinceMs;
}
