import type { ForgeRepository } from "@countersign/engine";
import { z } from "zod";
import {
  type GithubClient,
  type GithubClients,
  parseResponse,
  repositoryParts,
} from "./client/github-clients.ts";
import type { GithubCredentials } from "./client/github-server.ts";
import { PAGE_SIZE, readPages } from "./client/read-pages.ts";
import { optionalAccount } from "./client/to-forge-account.ts";
import { answeredStatus } from "./client/to-forge-error.ts";

/** Identifies our comment among all comments of our app. GitHub does not show it. */
const MARK = "<!-- countersign/gate -->";
const MAX_BODY_LENGTH = 65_536;

const githubComment = z.object({
  id: z.number(),
  body: z.string().nullish(),
  user: optionalAccount,
});
type GithubComment = z.infer<typeof githubComment>;

type Parts = { owner: string; repo: string };
type OwnComment = { slug: string; number: number; id: number | null };

/**
 * Brings our one comment on a pull request to the given text and returns its id. The comment is found by reading if
 * its id is not known, so there is never a second one.
 */
export async function writeComment(
  clients: GithubClients,
  { slug }: Pick<GithubCredentials, "slug">,
  repo: ForgeRepository,
  comment: { number: number; text: string; knownId: number | null },
): Promise<number> {
  const parts = repositoryParts(repo);
  const { number, text, knownId } = comment;
  const body = markComment(text);
  return await clients.asInstallation(repo.installation, async (client) => {
    const { issues } = client.rest;
    const existing = await findComment(client, parts, { slug, number, id: knownId });
    if (existing === null) {
      const { data } = await issues.createComment({ ...parts, issue_number: number, body });
      return parseResponse(githubComment, data).id;
    }
    if (unixLines(existing.body ?? "") !== body) {
      await issues.updateComment({ ...parts, comment_id: existing.id, body });
    }
    return existing.id;
  });
}

/** Returns the comment's body: the mark, then the text, shortened to what GitHub accepts. */
export function markComment(text: string): string {
  const room = MAX_BODY_LENGTH - MARK.length - 1;
  const fitting = text.length <= room ? text : `${text.slice(0, room - 2)}\n…`;
  return `${MARK}\n${unixLines(fitting).trimEnd()}`;
}

/** Returns true for our comment: written by our app's account, with our mark at its beginning. */
export function isOwnComment(comment: GithubComment, slug: string): boolean {
  return isByApp(comment, slug) && (comment.body ?? "").startsWith(MARK);
}

function isByApp({ user }: GithubComment, slug: string): boolean {
  return user?.type === "Bot" && user.login === `${slug}[bot]`;
}

async function findComment(
  client: GithubClient,
  parts: Parts,
  { slug, number, id }: OwnComment,
): Promise<GithubComment | null> {
  const known = id === null ? null : await readComment(client, parts, id);
  // People with write access can edit our comment, and remove the mark.
  if (known !== null && isByApp(known, slug)) return known;
  const { paginate, rest } = client;
  const query = { ...parts, issue_number: number, per_page: PAGE_SIZE };
  const found = await readPages(paginate.iterator(rest.issues.listComments, query), (page) =>
    parseResponse(z.array(githubComment), page).some((one) => isOwnComment(one, slug)),
  );
  const comments = parseResponse(z.array(githubComment), found);
  return comments.find((one) => isOwnComment(one, slug)) ?? null;
}

/** Reads a comment; null if it was deleted. */
async function readComment(
  { rest }: GithubClient,
  parts: Parts,
  id: number,
): Promise<GithubComment | null> {
  try {
    const { data } = await rest.issues.getComment({ ...parts, comment_id: id });
    return parseResponse(githubComment, data);
  } catch (error) {
    if (answeredStatus(error) === 404) return null;
    throw error;
  }
}

function unixLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
