import { fullAccountView } from "../views/account-view.ts";
import { pageUrl, repositoryUrl, repositoryView } from "../views/repository-view.ts";
import { type Account, repositoryName } from "../world/accounts.ts";
import type { HubRuleset } from "../world/checks.ts";
import { findAccount, rulesetsOf } from "../world/look-up.ts";
import { runGit, tryGit } from "../world/run-git.ts";
import type { World } from "../world/world.ts";
import { type RestCall, RestFailure, type RestHandler, repositoryOf } from "./call.ts";

/** Repositories, their refs and rules, and accounts. */
export const REPOSITORY_OPERATIONS = {
  "GET /repos/{owner}/{repo}": (call) => {
    const repository = repositoryOf(call);
    return { status: 200, body: repositoryView(call.world, repository) };
  },
  "GET /repos/{owner}/{repo}/git/ref/{ref}": async (call) => {
    const repository = repositoryOf(call);
    const ref = `refs/${call.params.ref}`;
    const args = ["rev-parse", "--verify", "--quiet", ref];
    const sha = await tryGit(repository.gitDir, args);
    if (sha === null) throw new RestFailure(404, "Not Found");
    const type = await runGit(repository.gitDir, ["cat-file", "-t", sha]);
    const api = repositoryUrl(call.world, repository);
    const object = { sha, type, url: `${api}/git/commits/${sha}` };
    return { status: 200, body: { ref, node_id: `REF_${ref}`, url: `${api}/git/${ref}`, object } };
  },
  "GET /repos/{owner}/{repo}/rules/branches/{branch}": (call) => {
    const repository = repositoryOf(call);
    const rulesets = rulesetsOf(call.world, repository, call.params.branch ?? "");
    const body = rulesets.flatMap(({ id, rules }) =>
      rules.map((rule) => ({
        ...rule,
        ruleset_source_type: "Repository",
        ruleset_source: repositoryName(repository),
        ruleset_id: id,
      })),
    );
    return { status: 200, body };
  },
  "GET /repos/{owner}/{repo}/rulesets": (call) => {
    const repository = repositoryOf(call);
    const found = call.world.rulesets.filter((ruleset) => ruleset.repository === repository);
    return { status: 200, body: found.map((ruleset) => rulesetView(call, ruleset)) };
  },
  "GET /repos/{owner}/{repo}/rulesets/{ruleset_id}": (call) => {
    const repository = repositoryOf(call);
    const id = Number(call.params.ruleset_id);
    const found = call.world.rulesets.find(
      (ruleset) => ruleset.repository === repository && ruleset.id === id,
    );
    if (found === undefined) throw new RestFailure(404, "Not Found");
    const { rules, branches } = found;
    const included = branches.map((branch) => `refs/heads/${branch}`);
    const conditions = { ref_name: { include: included, exclude: [] } };
    return { status: 200, body: { ...rulesetView(call, found), conditions, rules } };
  },
  "GET /repos/{owner}/{repo}/branches/{branch}/protection": (call) => {
    repositoryOf(call);
    throw new RestFailure(404, "Branch not protected");
  },
  "GET /user": ({ world, actor }) => {
    if (actor.kind !== "user") throw new RestFailure(403, "Resource not accessible by integration");
    const own = { private_gists: 0, total_private_repos: 0, owned_private_repos: 0, disk_usage: 0 };
    const more = { collaborators: 0, two_factor_authentication: true };
    return { status: 200, body: { ...fullAccountView(world, actor.account), ...own, ...more } };
  },
  "GET /users/{username}": ({ world, params }) =>
    accountAnswer(world, findAccount(world, params.username ?? "")),
  "GET /user/{account_id}": ({ world, params }) =>
    accountAnswer(
      world,
      world.accounts.find(({ id }) => id === Number(params.account_id)),
    ),
  "GET /rate_limit": () => {
    const limit = { limit: 5000, used: 0, remaining: 5000, reset: nextHour() };
    return { status: 200, body: { resources: { core: limit, search: limit }, rate: limit } };
  },
} satisfies Record<string, RestHandler>;

/** When the rate limit starts again, in seconds. */
export function nextHour(): number {
  return (Math.floor(Date.now() / 3_600_000) + 1) * 3_600;
}

function accountAnswer(world: World, account: Account | undefined) {
  if (account === undefined) throw new RestFailure(404, "Not Found");
  return { status: 200, body: fullAccountView(world, account) };
}

/** Who may bypass is shown only with write access to the rules. */
function rulesetView({ world, actor }: RestCall, ruleset: HubRuleset) {
  const { id, repository, name, bypass } = ruleset;
  const canReadBypass =
    actor.kind !== "installation" || actor.permissions.administration === "write";
  return {
    id,
    name,
    target: "branch",
    source_type: "Repository",
    source: repositoryName(repository),
    enforcement: "active",
    ...(canReadBypass ? { bypass_actors: [...bypass] } : {}),
    current_user_can_bypass: "never",
    node_id: `RRS_${id}`,
    _links: {
      self: { href: `${repositoryUrl(world, repository)}/rulesets/${id}` },
      html: { href: `${pageUrl(world, repository)}/rules/${id}` },
    },
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  };
}
