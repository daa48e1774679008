import { createHmac } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { officialExamples } from "../../../packages/adapters/src/github/webhooks/testing/official-examples.ts";
import type { DeliverWebhook, SendWebhook, Webhook } from "../crash/forward-webhooks.ts";

const SIGNATURE = "x-hub-signature-256";
const MAX_COPIES = 5;
const MAX_LATE_MS = 3_000;
const LOST = 0.15;
const LATE = 0.4;

type Signed = { secret: string };

/** Changes that must make the engine refuse a webhook. */
const ATTACKS: readonly ((webhook: Webhook, signed: Signed, at: number) => Webhook)[] = [
  ({ headers, body }) => ({ headers: { ...headers, [SIGNATURE]: "" }, body }),
  ({ headers, body }, { secret }) => {
    const { [SIGNATURE]: _, ...unsigned } = headers;
    return {
      headers: { ...unsigned, "x-hub-signature": `sha1=${sign("sha1", secret, body)}` },
      body,
    };
  },
  ({ headers, body }) => ({
    headers: { ...headers, [SIGNATURE]: `sha256=${sign("sha256", "another secret", body)}` },
    body,
  }),
  ({ headers, body }, _, at) => {
    const changed = Uint8Array.from(body);
    const index = at % changed.length;
    changed[index] = (changed[index] ?? 0) ^ 1;
    return { headers, body: changed };
  },
];

/** Loses, delays, reorders and repeats the hub's webhooks, and floods the engine with others. */
export function createAttacker(random: () => number) {
  const recorded: Webhook[] = [];
  const late: Promise<unknown>[] = [];
  const copies = () => 1 + Math.floor(random() * MAX_COPIES);
  const sendCopies = async (webhook: Webhook, send: SendWebhook): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: copies() }, () => send(webhook)));
    return answers[0] ?? 502;
  };
  const deliver: DeliverWebhook = async (webhook, send) => {
    recorded.push(webhook);
    const fate = random();
    // A lost button is found by no poll. GitHub is asked for it again, which other tests cover.
    if (fate < LOST && !isButton(webhook)) return 202;
    if (fate >= LATE) return await sendCopies(webhook, send);
    late.push(pause(random() * MAX_LATE_MS).then(() => sendCopies(webhook, send)));
    return 202;
  };
  /** An example or an earlier webhook, half of them forged, and the status that it deserves. */
  const next = (examples: readonly Webhook[], signed: Signed) => {
    const webhook = choose(recorded.length > 0 && random() < 0.5 ? recorded : examples, random);
    if (random() < 0.5) return { webhook, status: 202 };
    const forged = choose(ATTACKS, random)(webhook, signed, Math.floor(random() * 1e6));
    return { webhook: forged, status: 401 };
  };
  return {
    deliver,
    settle: () => Promise.all(late),
    /** Sends webhooks one after the other until `count` were sent. Returns how long each response took. */
    async flood(signed: Signed, repository: object, send: SendWebhook, count: number) {
      const examples = signExamples(signed, repository);
      const times: number[] = [];
      const wrong: number[] = [];
      for (let sent = 0; sent < count; sent += 1) {
        const { webhook, status: expected } = next(examples, signed);
        const startMs = performance.now();
        const status = await send(webhook);
        times.push(performance.now() - startMs);
        if (status !== expected) wrong.push(status);
      }
      return { times, wrong };
    },
  };
}

/** Signs GitHub's own examples: each as it is, and as if it were about our repository. */
function signExamples(signed: Signed, repository: object): Webhook[] {
  return officialExamples().flatMap(({ event, payload }, index) => [
    signWebhook(signed, { event, delivery: `example-${index}` }, payload),
    signWebhook(signed, { event, delivery: `ours-${index}` }, { ...payload, repository }),
  ]);
}

function choose<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("There is nothing to choose from");
  return item;
}

function isButton({ body }: Webhook): boolean {
  return Buffer.from(body).includes('"action":"requested_action"');
}

function signWebhook(
  { secret }: Signed,
  { event, delivery }: { event: string; delivery: string },
  payload: object,
): Webhook {
  const body = new Uint8Array(Buffer.from(JSON.stringify(payload)));
  const signature = `sha256=${sign("sha256", secret, body)}`;
  return {
    headers: { "x-github-event": event, "x-github-delivery": delivery, [SIGNATURE]: signature },
    body,
  };
}

function sign(algorithm: "sha1" | "sha256", secret: string, body: Uint8Array): string {
  return createHmac(algorithm, secret).update(body).digest("hex");
}
