import type { Account } from "../world/accounts.ts";
import type { Pull } from "../world/pulls.ts";
import { runGit } from "../world/run-git.ts";
import type { World } from "../world/world.ts";
import { accountView } from "./account-view.ts";
import { repositoryUrl } from "./repository-view.ts";

/** GitHub lists no more commits of a pull request. */
const MAX_COMMITS = 250;
const FORMAT = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x01";

/** The commits of a pull request, oldest first, with the accounts behind their e-mail addresses. */
export async function listCommits(world: World, pull: Pull) {
  const { repository, head, base } = pull;
  const range = `${base.commit}..${head.commit}`;
  const log = await runGit(repository.gitDir, ["log", "--reverse", `--format=${FORMAT}`, range]);
  const records = log.split("\x01").map((record) => record.trimStart());
  return records
    .filter((record) => record !== "")
    .slice(0, MAX_COMMITS)
    .map((record) => commitView(world, pull, record.split("\0")));
}

function commitView(world: World, { repository }: Pull, fields: readonly string[]) {
  const [sha = "", tree = "", parents = "", ...people] = fields;
  const [name, email = "", date, committer, committerEmail = "", committed, message = ""] = people;
  const api = repositoryUrl(world, repository);
  const url = `${api}/commits/${sha}`;
  return {
    sha,
    node_id: `C_${sha}`,
    url,
    html_url: url,
    comments_url: `${url}/comments`,
    commit: {
      url: `${api}/git/commits/${sha}`,
      author: { name, email, date },
      committer: { name: committer, email: committerEmail, date: committed },
      message: message.trimEnd(),
      comment_count: 0,
      tree: { sha: tree, url: `${api}/git/trees/${tree}` },
      verification: {
        verified: false,
        reason: "unsigned",
        signature: null,
        payload: null,
        verified_at: null,
      },
    },
    author: accountByEmail(world, email),
    committer: accountByEmail(world, committerEmail),
    parents: parents
      .split(" ")
      .filter((parent) => parent !== "")
      .map((parent) => ({ sha: parent, url: `${api}/commits/${parent}` })),
  };
}

function accountByEmail(world: World, email: string) {
  const account = findByEmail(world, email);
  return account === undefined ? null : accountView(world, account);
}

function findByEmail(world: World, email: string): Account | undefined {
  return world.accounts.find((account) => account.email === email);
}
