import type { Account, HubRepository } from "../world/accounts.ts";
import type { AppInstallation, HubApp, HubPermissions } from "../world/apps.ts";
import { findPull, findRepository } from "../world/look-up.ts";
import type { Pull } from "../world/pulls.ts";
import type { World } from "../world/world.ts";

/** Who makes a call. An app itself has only a signed token of its own key. */
export type Actor =
  | { kind: "none" }
  | { kind: "user"; account: Account }
  | { kind: "app"; app: HubApp }
  | {
      kind: "installation";
      app: HubApp;
      installation: AppInstallation;
      account: Account;
      permissions: HubPermissions;
    };

/** A call whose parameters and body are as GitHub describes them. */
export type RestCall = {
  world: World;
  actor: Actor;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
};

export type RestAnswer = { status: number; body?: unknown };
export type RestHandler = (call: RestCall) => RestAnswer | Promise<RestAnswer>;

/** Ends a call with a failure in GitHub's form. */
export class RestFailure extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function failureAnswer({ status, message }: RestFailure): RestAnswer {
  const body = { message, documentation_url: "https://docs.github.com/rest", status: `${status}` };
  return { status, body: status === 422 ? { ...body, errors: [] } : body };
}

/** The repository of the call; 404 if it does not exist or the caller may not see it. */
export function repositoryOf({ world, params, actor }: RestCall): HubRepository {
  const found = findRepository(world, `${params.owner}/${params.repo}`);
  if (found === undefined || !canSee(actor, found)) throw new RestFailure(404, "Not Found");
  return found;
}

function canSee(actor: Actor, repository: HubRepository): boolean {
  if (actor.kind === "user") return true;
  if (actor.kind !== "installation") return false;
  const { account, repositories } = actor.installation;
  return repositories === null ? repository.owner === account : repositories.includes(repository);
}

export function pullOf(call: RestCall): Pull {
  const number = Number(call.params.pull_number ?? call.params.issue_number);
  const pull = findPull(call.world, repositoryOf(call), number);
  if (pull === undefined) throw new RestFailure(404, "Not Found");
  return pull;
}

/** The account that acts: a person's own, or the bot of an app. */
export function actingAccount({ actor }: Pick<RestCall, "actor">): Account {
  if (actor.kind === "user" || actor.kind === "installation") return actor.account;
  throw new RestFailure(403, "Resource not accessible by integration");
}

/** The app behind an installation's token; users are refused. */
export function actingApp({ actor }: RestCall): HubApp {
  if (actor.kind !== "installation")
    throw new RestFailure(403, "You must authenticate via a GitHub App.");
  return actor.app;
}
