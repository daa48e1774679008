import { requirePermission } from "../../access/permissions.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import {
  type Forge,
  type ForgeBranchRules,
  ForgeError,
  type ForgeRepository,
} from "../../ports/forge.ts";
import type { ForgeConnection } from "../../ports/forge-connection.ts";
import { type LinkedAccount, listLinkedAccounts } from "../../store/forge/linked-accounts.ts";
import {
  type LinkedRepository,
  listLinkedRepositories,
} from "../../store/forge/linked-repositories.ts";
import { listPauses } from "../../store/forge/request-budget.ts";
import { listOpenChanges } from "../../store/forge/stored-changes.ts";
import { readRepository } from "../../store/organisation/repositories.ts";
import { judgeBranchRules, type RuleGap } from "./judge-branch-rules.ts";
import { judgeMergeQueue, type RuleHint } from "./judge-merge-queue.ts";

/** A linked repository: whether it is polled, and whether its branch rules require our check. */
type ForgeRepositoryStatus = {
  repo: string;
  name: string;
  installation: number;
  polledMs: number | null;
  problem: string | null;
  openChanges: number;
  /** Checks with our name that are not ours. */
  foreignChecks: { number: number; by: string }[];
  /** What the rules of the target leave open. Null if they cannot be read. */
  gaps: RuleGap[] | null;
  /** Settings that do not fit the rules of the target. */
  hints: RuleHint[];
};

/** The engine's connection to its forge. */
export type ForgeStatus = {
  /** Null if the engine is connected to no forge. */
  host: string | null;
  app: number | null;
  /** Why the forge could not be asked. Null if it answered. */
  problem: string | null;
  repositories: ForgeRepositoryStatus[];
  /** Repositories that the app is installed on and that are not linked. */
  unlinked: string[];
  /** Installations that the forge asked to pause. */
  pauses: { installation: number; untilMs: number }[];
  accounts: Omit<LinkedAccount, "host">[];
};

const NOT_CONNECTED: ForgeStatus = {
  ...{ host: null, app: null, problem: null },
  ...{ repositories: [], unlinked: [], pauses: [], accounts: [] },
};

/** Reads what is stored about the forge, and asks the forge for its repositories and branch rules. */
export async function readForgeStatus(scope: EngineScope, by: Principal): Promise<ForgeStatus> {
  requirePermission(by, "manage_tokens");
  const connection = scope.forge;
  if (connection === undefined) return NOT_CONNECTED;
  const { host, forge } = connection;
  const stored = await scope.transact(async (session) => ({
    linked: (await listLinkedRepositories(session)).filter((link) => link.host === host),
    pauses: (await listPauses(session)).filter((pause) => pause.host === host),
    accounts: await listLinkedAccounts(session, host),
  }));
  const listed = await listInstalled(connection);
  const isLinked = ({ id }: ForgeRepository) => stored.linked.some((link) => link.forge.id === id);
  return {
    ...{ host, app: forge.app, problem: listed.problem },
    repositories: await Promise.all(
      stored.linked.map((link) => repositoryStatus(scope, connection, link)),
    ),
    unlinked: listed.repositories.filter((one) => !isLinked(one)).map(({ name }) => name),
    pauses: stored.pauses.map(({ installation, untilMs }) => ({ installation, untilMs })),
    accounts: stored.accounts.map(({ host: _, ...account }) => account),
  };
}

type Listed = { repositories: readonly ForgeRepository[]; problem: string | null };

async function listInstalled({ forge }: ForgeConnection): Promise<Listed> {
  try {
    return { repositories: await forge.repositories(), problem: null };
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    return { repositories: [], problem: error.message };
  }
}

/** Null if the forge does not say. */
async function readRules(
  forge: Forge,
  linked: ForgeRepository,
  branch: string,
): Promise<ForgeBranchRules | null> {
  try {
    return await forge.rules(linked, branch);
  } catch (error) {
    if (error instanceof ForgeError) return null;
    throw error;
  }
}

async function repositoryStatus(
  scope: EngineScope,
  { forge }: ForgeConnection,
  { repo, forge: linked, polledMs, problem }: LinkedRepository,
): Promise<ForgeRepositoryStatus> {
  const repository = await scope.read((session) => readRepository(session, repo));
  const { target } = repository;
  const { merge } = await scope.policies.of(scope.reading, repository);
  const open = await scope.read((session) => listOpenChanges(session, repo));
  const rules = await readRules(forge, linked, target);
  return {
    ...{ repo, name: linked.name, installation: linked.installation, polledMs, problem },
    openChanges: open.length,
    foreignChecks: open.flatMap(({ number, foreignCheck: creator }) =>
      creator === null ? [] : [{ number, by: creator }],
    ),
    gaps: rules && judgeBranchRules(rules, { app: forge.app, branch: target }),
    hints: rules === null ? [] : judgeMergeQueue(rules, merge, target),
  };
}
