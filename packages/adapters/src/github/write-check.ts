import type { ForgeReport, ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import {
  type GithubAnnotation,
  type GithubRun,
  githubAnnotation,
  githubRun,
  showsContent,
  toRunContent,
} from "./check-run.ts";
import {
  type GithubClient,
  type GithubClients,
  parseResponse,
  repositoryParts,
} from "./client/github-clients.ts";
import { CHECK_NAME } from "./client/github-server.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";
import { answeredStatus } from "./client/to-forge-error.ts";

type Parts = { owner: string; repo: string };
type KnownRun = { app: number; commit: string; id: number | null };

/**
 * Brings our one check run on the reported commit to the reported state and returns its id.
 *
 * The run is found by reading, also if an earlier answer was lost, so there is never a second one. A run that shows
 * the report already is not written.
 */
export async function writeCheck(
  clients: GithubClients,
  app: number,
  repo: ForgeRepository,
  report: ForgeReport,
  knownId: number | null,
): Promise<number> {
  const parts = repositoryParts(repo);
  return await clients.asInstallation(repo.installation, async (client) => {
    const { rest } = client;
    const existing = await findRun(client, parts, { app, commit: report.commit, id: knownId });
    const present = existing === null ? [] : await readAnnotations(client, parts, existing);
    const content = toRunContent(report, existing, present);
    if (existing === null) {
      const { data } = await rest.checks.create({ ...parts, ...content, head_sha: report.commit });
      return parseResponse(githubRun, data).id;
    }
    if (!showsContent(existing, content)) {
      await rest.checks.update({ ...parts, ...content, check_run_id: existing.id });
    }
    return existing.id;
  });
}

/** Finds our run on a commit; the newest if there were several. */
async function findRun(
  client: GithubClient,
  parts: Parts,
  { app, commit, id }: KnownRun,
): Promise<GithubRun | null> {
  const { paginate, rest } = client;
  const query = { ...parts, ref: commit, check_name: CHECK_NAME, app_id: app, per_page: PAGE_SIZE };
  const found = await readPages(paginate.iterator(rest.checks.listForRef, query));
  const runs = parseResponse(z.array(githubRun), found)
    .filter((run) => run.app?.id === app && run.name === CHECK_NAME && run.head_sha === commit)
    .toSorted((a, b) => b.id - a.id);
  return runs[0] ?? (id === null ? null : await readRun(client, parts, { app, commit, id }));
}

/** Reads a run by its id, in case the list does not contain it yet; null if it is for another commit. */
async function readRun(
  { rest }: GithubClient,
  parts: Parts,
  { app, commit, id }: { app: number; commit: string; id: number },
): Promise<GithubRun | null> {
  try {
    const { data } = await rest.checks.get({ ...parts, check_run_id: id });
    const run = parseResponse(githubRun, data);
    return run.head_sha === commit && run.app?.id === app ? run : null;
  } catch (error) {
    if (answeredStatus(error) === 404) return null;
    throw error;
  }
}

async function readAnnotations(
  { paginate, rest }: GithubClient,
  parts: Parts,
  { id, output }: GithubRun,
): Promise<GithubAnnotation[]> {
  if (output.annotations_count === 0) return [];
  const query = { ...parts, check_run_id: id, per_page: PAGE_SIZE };
  const found = await readPages(paginate.iterator(rest.checks.listAnnotations, query));
  return parseResponse(z.array(githubAnnotation), found);
}
