import type { ForgeHint } from "@countersign/engine";
import { z } from "zod";
import { CHECK_NAME, type GithubCredentials } from "../client/github-server.ts";
import { githubAccount, toForgeAccount } from "../client/to-forge-account.ts";
import { verifySignature } from "./verify-signature.ts";

const numbered = z.object({ number: z.number() });
const withApp = { app: z.object({ id: z.number() }).nullish().catch(null) };
const numberedList = z.array(numbered).catch([]);

/** The parts of a payload that say what it is about. Each event has only some of them. */
const webhookPayload = z.object({
  action: z.string().optional().catch(undefined),
  installation: z.object({ id: z.number() }).nullish().catch(null),
  repository: z.object({ id: z.number(), full_name: z.string() }).nullish().catch(null),
  sender: githubAccount.nullish().catch(null),
  pull_request: numbered.nullish().catch(null),
  check_run: z
    .object({ ...withApp, name: z.string(), head_sha: z.string(), pull_requests: numberedList })
    .nullish()
    .catch(null),
  check_suite: z
    .object({ ...withApp, pull_requests: numberedList })
    .nullish()
    .catch(null),
  /** The full name of the ref that a push moved. */
  ref: z.string().optional().catch(undefined),
  /** The context and commit of a status. */
  context: z.string().optional().catch(undefined),
  sha: z.string().optional().catch(undefined),
  requested_action: z
    .object({ identifier: z.enum(["approve", "redo", "why"]) })
    .nullish()
    .catch(null),
  merge_group: z
    .object({ head_sha: z.string(), base_sha: z.string(), head_ref: z.string() })
    .nullish()
    .catch(null),
});
type WebhookPayload = z.infer<typeof webhookPayload>;

type OwnApp = Pick<GithubCredentials, "app" | "slug">;

const DELIVERY = /^[\w-]{1,64}$/;

const ABOUT: Readonly<Record<string, ForgeHint["about"]>> = {
  pull_request: "change",
  pull_request_review: "review",
  pull_request_review_thread: "review",
  push: "push",
  check_run: "check",
  check_suite: "check",
  status: "check",
  merge_group: "merge_group",
  installation: "installation",
  installation_repositories: "installation",
  installation_target: "installation",
  repository: "installation",
};

/** Events that our own writes cause. Other events by our account still change a pull request or a queue. */
const CAUSED_BY_WRITES: readonly string[] = ["check_run", "check_suite", "status", "push"];
/** Actions with which a person asks for something on our own check. GitHub can name the app's account as sender. */
const REQUESTS: readonly string[] = ["rerequested", "requested_action"];

/**
 * Reads what a webhook is about. Null: its signature is missing, of another kind or wrong; nothing was parsed.
 */
export function readWebhook(
  own: OwnApp & Pick<GithubCredentials, "webhookSecret">,
  headers: ReadonlyMap<string, string>,
  body: Uint8Array,
): ForgeHint | null {
  if (!verifySignature(own.webhookSecret, body, headers.get("x-hub-signature-256"))) return null;
  const delivery = headers.get("x-github-delivery") ?? "";
  const event = headers.get("x-github-event") ?? "";
  const payload = parsePayload(body);
  if (payload === null || !DELIVERY.test(delivery)) return null;
  return toForgeHint(own, { delivery, event, payload });
}

function toForgeHint(
  own: OwnApp,
  { delivery, event, payload }: { delivery: string; event: string; payload: WebhookPayload },
): ForgeHint {
  const { installation, repository, merge_group: group } = payload;
  const isOwn = isCausedByUs(own, event, payload);
  return {
    delivery,
    installation: installation?.id ?? null,
    repository: repository ? { id: repository.id, name: repository.full_name } : null,
    change: changeNumber(payload),
    commit: payload.check_run?.head_sha ?? payload.sha ?? null,
    branch: event === "push" ? branchOf(payload) : null,
    about: isOwn ? "own" : aboutOf(event, payload),
    pressed: isOwn || event !== "check_run" ? null : pressedButton(own, payload),
    group:
      event === "merge_group" && payload.action === "checks_requested" && group
        ? { commit: group.head_sha, base: group.base_sha, ref: group.head_ref }
        : null,
  };
}

/** Statuses with other names than that of our check change nothing that we follow. */
function aboutOf(event: string, { context }: WebhookPayload): ForgeHint["about"] {
  if (event === "status" && context !== CHECK_NAME) return "other";
  return ABOUT[event] ?? "other";
}

function branchOf({ ref }: WebhookPayload): string | null {
  return /^refs\/heads\/(.+)$/s.exec(ref ?? "")?.[1] ?? null;
}

function isCausedByUs({ app, slug }: OwnApp, event: string, payload: WebhookPayload): boolean {
  if (!CAUSED_BY_WRITES.includes(event) || REQUESTS.includes(payload.action ?? "")) return false;
  if (payload.sender?.type === "Bot" && payload.sender.login === `${slug}[bot]`) return true;
  return (payload.check_run?.app?.id ?? payload.check_suite?.app?.id) === app;
}

/** Returns the pull request of an event; null if there is none or several. */
function changeNumber({ pull_request, check_run, check_suite }: WebhookPayload): number | null {
  if (pull_request) return pull_request.number;
  const [first, ...others] = (check_run ?? check_suite)?.pull_requests ?? [];
  return others.length === 0 ? (first?.number ?? null) : null;
}

/** Returns the button of our own check that a person pressed. */
function pressedButton({ app }: OwnApp, payload: WebhookPayload): ForgeHint["pressed"] {
  const { action, check_run: run, requested_action: button, sender } = payload;
  if (action !== "requested_action" || !run || !button || sender?.type !== "User") return null;
  if (run.app?.id !== app || run.name !== CHECK_NAME) return null;
  return { action: button.identifier, by: toForgeAccount(sender), commit: run.head_sha };
}

function parsePayload(body: Uint8Array): WebhookPayload | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return webhookPayload.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
