import { probeWebhook } from "@countersign/adapters";
import type { Policy } from "@countersign/core";
import type { CommandContext } from "../command/context.ts";
import { loadConfig, readConfigFile } from "../config-file/config-file.ts";
import { localFiles } from "../local-engine/files/local-files.ts";
import { readEngineSettings } from "../local-engine/settings/engine-settings.ts";
import { failureOf } from "../output/failure.ts";
import { type Diagnosis, reportFine, reportProblem, reportWarning } from "./diagnosis.ts";

type Surroundings = Pick<CommandContext, "directory" | "env" | "server">;

const WEBHOOK = "webhook:";

/** Whether the webhooks that this repository's policy notifies are set up, have a secret and can be reached. */
export async function checkWebhooks(context: Surroundings): Promise<Diagnosis[]> {
  if (context.server !== null) return [];
  const names = await webhookNames(context);
  if (names.length === 0) return [];
  const { settings } = localFiles(context.env);
  try {
    const { webhooks, webhookHosts: hosts } = await readEngineSettings(settings);
    return await Promise.all(
      names.map(async (name) => {
        const about = `webhook ${name}`;
        const webhook = Object.hasOwn(webhooks, name) ? webhooks[name] : undefined;
        if (webhook === undefined)
          return reportWarning(
            about,
            "the policy notifies it, and it is not set up",
            setUp(name, settings),
          );
        const reason = await probeWebhook(webhook, { hosts });
        if (reason === null) return reportFine(about, webhook.url);
        return reportWarning(
          about,
          `${webhook.url}: ${reason}; nothing is sent to it`,
          setUp(name, settings),
        );
      }),
    );
  } catch (error) {
    const { message, hint } = failureOf(error);
    return [reportProblem("webhooks", message, hint ?? `Correct ${settings}`)];
  }
}

function setUp(name: string, file: string): string {
  return `Add "webhooks": { "${name}": { "url": "https://…", "secret": "whsec_…" } } to ${file}`;
}

async function webhookNames({ directory, env }: Surroundings): Promise<string[]> {
  const file = await readConfigFile(directory, env.COUNTERSIGN_CONFIG).catch(() => null);
  if (file === null || file.text === null) return [];
  const loaded = await loadConfig(file, file.text);
  return loaded.ok ? namesIn(loaded.policy) : [];
}

function namesIn({ notify }: Pick<Policy, "notify">): string[] {
  const routes = [notify, ...Object.values(notify.people)];
  const channels = routes.flatMap(({ escalate = [], yourTurn = [] }) => [...escalate, ...yourTurn]);
  const names = channels.flatMap((channel) =>
    channel.startsWith(WEBHOOK) ? [channel.slice(WEBHOOK.length)] : [],
  );
  return [...new Set(names)];
}
