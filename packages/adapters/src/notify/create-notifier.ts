import type { Notifier } from "@countersign/engine";
import { type DesktopProgram, sendDesktop } from "./send-desktop.ts";
import { sendWebhook, type Webhook, type WebhookOptions } from "./send-webhook.ts";

/** Notification settings of the engine's owner. No repository changes them. */
export type OwnerNotifications = {
  webhooks: Readonly<Record<string, Webhook>>;
  /** Hosts of webhooks that may have an address of a private network or of this machine. */
  webhookHosts: readonly string[];
};

export type NotifierOptions = Omit<WebhookOptions, "hosts"> & {
  owner: () => Promise<OwnerNotifications>;
  environment: Readonly<Record<string, string | undefined>>;
  desktop?: DesktopProgram | undefined;
};

const WEBHOOK = "webhook:";

/** Sends notifications to the desktop and to the webhooks of the engine's owner. */
export function createNotifier({
  owner,
  environment,
  desktop,
  ...options
}: NotifierOptions): Notifier {
  return {
    async send(channel, notification, atMs) {
      if (channel === "desktop")
        return await sendDesktop(notification, { environment, program: desktop });
      const name = channel.startsWith(WEBHOOK) ? channel.slice(WEBHOOK.length) : null;
      if (name === null) return { ok: false, retry: false, reason: `${channel} has no effect yet` };
      const { webhooks, webhookHosts: hosts } = await owner();
      const webhook = Object.hasOwn(webhooks, name) ? webhooks[name] : undefined;
      if (webhook === undefined) {
        const reason = `the engine's settings.json has no webhook ${name}`;
        return { ok: false, retry: false, reason };
      }
      return await sendWebhook(webhook, notification, atMs, { ...options, hosts });
    },
  };
}
