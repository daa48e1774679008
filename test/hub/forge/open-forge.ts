import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGithubForge, createGitTransport } from "@countersign/adapters";
import type { ForgeReport } from "@countersign/engine";
import { afterAll } from "vitest";
import { openHubShop } from "../open-hub-shop.ts";

const SETUP_MS = 60_000;

/** The real adapter, connected to a hub with one repository. */
export type ForgeShop = Awaited<ReturnType<typeof openForgeShop>>;

/** Starts a hub and creates the adapter of its app. */
export async function openForgeShop(timeoutMs = 20_000) {
  const shop = await openHubShop();
  const folder = await mkdtemp(join(tmpdir(), "countersign-forge-"));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const { hub, appKeys } = shop;
  const server = {
    apiUrl: hub.apiUrl,
    gitUrl: hub.url,
    ca: await readFile(hub.caPath, "utf8"),
    rules: { loopback: true, privateHosts: [] },
    timeoutMs,
  };
  const { id, slug, privateKey, webhookSecret } = appKeys;
  const options = {
    credentials: { app: id, slug, privateKey, webhookSecret },
    transport: createGitTransport({ dataDirectory: folder }),
  };
  const forge = createGithubForge({ ...options, server });
  // The first call loads the libraries, which takes seconds on a busy machine.
  const patient = createGithubForge({ ...options, server: { ...server, timeoutMs: SETUP_MS } });
  const [repo] = await patient.repositories();
  if (repo === undefined) throw new Error("The app has no repository");
  const openChange = async (head: string) => {
    const commit = await shop.pushBranch(head, { [`${head}.txt`]: "1\n" });
    const { number } = await hub.admin.openPull({ repository: repo.name, author: "ana", head });
    return { number, commit };
  };
  return { ...shop, forge, server, repo, folder, openChange };
}

/** A report about a commit that waits for a person. */
export function waitingReport(commit: string, more: Partial<ForgeReport> = {}): ForgeReport {
  return {
    commit,
    externalId: "cs-1/1",
    state: "in_progress",
    title: "Waiting for Ana",
    summary: "Ana reviews this change.",
    detailsUrl: null,
    annotations: [{ path: "a.txt", line: 1, level: "warning", message: "unused" }],
    actions: [{ id: "approve", label: "Approve", description: "Approve exactly this commit" }],
    comment: "Waiting for Ana",
    ...more,
  };
}
