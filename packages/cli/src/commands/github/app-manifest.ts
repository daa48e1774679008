/** What a GitHub App is created from. GitHub shows it to the person, who can change the name. */
export type AppManifest = {
  name: string;
  url: string;
  public: boolean;
  redirect_url: string;
  hook_attributes: { url: string; active: boolean };
  default_permissions: Readonly<Record<string, "read" | "write">>;
  default_events: readonly string[];
};

/** Where GitHub sends events to, below the engine's public address. */
const WEBHOOK_PATH = "/webhooks/github";

/** GitHub wants an address even for a webhook that is off. Nothing is sent to it. */
const NO_WEBHOOK = "https://webhook.invalid";
const PROJECT_URL = "https://github.com/countersign/countersign";

/**
 * The least that the product needs. `administration: read` shows who may bypass the branch rules, and `statuses: read`
 * who uses the name of our check.
 */
const PERMISSIONS = {
  metadata: "read",
  administration: "read",
  members: "read",
  contents: "write",
  pull_requests: "write",
  checks: "write",
  statuses: "read",
  merge_queues: "read",
} as const;

const EVENTS = [
  "pull_request",
  "pull_request_review",
  "push",
  "check_run",
  "check_suite",
  "merge_group",
] as const;

export type ManifestOptions = {
  name: string;
  /** The loopback address that GitHub sends the browser back to. */
  redirectUrl: string;
  /** The engine's public https address. Null: it has none, and only polls. */
  publicUrl: string | null;
};

export function createAppManifest({ name, redirectUrl, publicUrl }: ManifestOptions): AppManifest {
  return {
    ...{ name, url: PROJECT_URL, public: false, redirect_url: redirectUrl },
    hook_attributes: { url: webhookUrl(publicUrl) ?? NO_WEBHOOK, active: publicUrl !== null },
    default_permissions: PERMISSIONS,
    default_events: EVENTS,
  };
}

/** Returns the address that GitHub sends events to. Null without a public address. */
export function webhookUrl(publicUrl: string | null): string | null {
  return publicUrl === null ? null : new URL(WEBHOOK_PATH, publicUrl).href;
}

/** Returns the page that creates an app from a manifest, for a person or for an organisation on GitHub. */
export function newAppUrl(webUrl: string, organization: string | null, state: string): string {
  const owner = organization === null ? "" : `organizations/${encodeURIComponent(organization)}/`;
  const url = new URL(`${webUrl.replace(/\/+$/, "")}/${owner}settings/apps/new`);
  url.searchParams.set("state", state);
  return url.href;
}

/** Returns a page with one button that posts the manifest. A script is not needed. */
export function manifestPage(action: string, manifest: AppManifest): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Connect countersign to GitHub</title>
<h1>Connect countersign to GitHub</h1>
<p>GitHub creates an app for this engine and shows its permissions first.</p>
<form method="post" action="${escapeHtml(action)}">
<input type="hidden" name="manifest" value="${escapeHtml(JSON.stringify(manifest))}">
<button>Create the app on GitHub</button>
</form>
</html>
`;
}

function escapeHtml(text: string): string {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (char) => entities[char as keyof typeof entities]);
}
