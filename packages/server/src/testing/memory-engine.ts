import { CountersignError, turnOf } from "@countersign/core";
import {
  type CommandAnswer,
  composeFeedback,
  type Engine,
  type Principal,
  type RepositorySummary,
  readRounds,
  type TokenSummary,
  triedModes,
} from "@countersign/engine";
import { memoryAudit } from "./memory-audit.ts";
import { memoryBatches } from "./memory-batches.ts";
import {
  isLiveToken,
  type MemoryTokens,
  memorySignIn,
  newToken,
  principalOf,
} from "./memory-credentials.ts";
import { memoryForge } from "./memory-forge.ts";
import { memoryKeys } from "./memory-keys.ts";
import { memoryPeople } from "./memory-people.ts";
import { memoryReading } from "./memory-reading.ts";
import { memorySprints } from "./memory-sprints.ts";
import { createMemoryTasks, type MemoryTasks } from "./memory-tasks.ts";
import { memoryTrust } from "./memory-trust.ts";
import {
  filledIn,
  MEMORY_FILE,
  MEMORY_LIMITS,
  memoryLine,
  memorySections,
  memoryStatus,
} from "./memory-views.ts";
import { isAt, newTask, openTaskOf, submitted } from "./memory-work.ts";

type Org = {
  name: string;
  tasks: MemoryTasks;
  answers: Map<string, CommandAnswer>;
  repositories: Map<string, RepositorySummary>;
  tokens: MemoryTokens;
};

/** An engine without a database, for tests of the HTTP layer. */
export type MemoryEngine = Engine & {
  issue(org: string, actor: string, role: Principal["role"], expiresMs?: number | null): string;
  /** The credentials of all organisations. */
  tokensOf(): readonly TokenSummary[];
  /** The number of executed commands. */
  readonly commands: number;
  /** Heartbeats of reviewers, as "<reviewer> <repository>", in order. */
  readonly connections: readonly string[];
};

/** Creates the engine with the owner of each organisation and the additional reviewing agents. */
export function createMemoryEngine(
  owners: Readonly<Record<string, string>>,
  reviewers: readonly string[] = [],
): MemoryEngine {
  const orgs = new Map(
    Object.entries(owners).map(([name, owner]) => [name, newOrg(name, owner, reviewers)]),
  );
  let commands = 0;
  const connections: string[] = [];
  const orgOf = ({ org }: Pick<Principal, "org">): Org => {
    const found = orgs.get(org);
    if (found === undefined) throw new Error(`There is no organisation ${org}`);
    return found;
  };
  const once = async (
    by: Principal,
    key: string,
    act: () => CommandAnswer,
  ): Promise<CommandAnswer> => {
    const { answers } = orgOf(by);
    const answer = answers.get(key) ?? act();
    if (!answers.has(key)) commands += 1;
    answers.set(key, answer);
    return answer;
  };

  return {
    connections,
    get commands() {
      return commands;
    },
    issue: (org, actor, role, expiresMs) =>
      newToken(orgOf({ org }), actor, role, null, expiresMs).token,
    tokensOf: () => [...orgs.values()].flatMap(({ tokens }) => [...tokens.values()]),
    async authenticate(secret) {
      for (const { name, tokens } of orgs.values())
        for (const line of tokens.values())
          if (line.secret === secret && isLiveToken(line)) return principalOf(name, line);
      return null;
    },
    async validTokens(org, ids) {
      const lines = ids.map((id) => orgOf({ org }).tokens.get(id));
      return new Set(
        lines.flatMap((line) => (line !== undefined && isLiveToken(line) ? [line.id] : [])),
      );
    },
    async createToken(by, { actor, role, task }) {
      commands += 1;
      return newToken(orgOf(by), actor, role, task ?? null);
    },
    progress: () => [],
    acceptWebhook: async () => "not_connected",
    tokens: async (by) => [...orgOf(by).tokens.values()],
    async revokeToken(by, id) {
      const { tokens } = orgOf(by);
      const line = tokens.get(id);
      if (line === undefined) throw new CountersignError("not_found", `There is no token ${id}`);
      commands += 1;
      tokens.set(id, { ...line, revokedMs: 1 });
    },
    async addRepository(by, { path, id = path.slice(path.lastIndexOf("/") + 1) }) {
      commands += 1;
      const line = {
        id,
        path,
        target: "main",
        tip: "b".repeat(40),
        found: null,
        hold: null,
        problem: null,
        unsandboxed: false,
        notice: null,
        unreviewed: null,
        trustRequest: null,
      };
      orgOf(by).repositories.set(id, line);
      return line;
    },
    repositories: async (by) => [...orgOf(by).repositories.values()],
    async policy(by, repo) {
      const { tip } = requireRepository(orgOf(by), repo);
      return { repo, tip, policy: orgOf(by).tasks.policy };
    },
    async connectReviewer(by, repo) {
      requireRepository(orgOf(by), repo);
      connections.push(`${by.actor.id} ${repo}`);
    },
    async removeRepository(by, id) {
      requireRepository(orgOf(by), id);
      orgOf(by).repositories.delete(id);
      commands += 1;
    },
    async releaseRepository(by, id) {
      const line = requireRepository(orgOf(by), id);
      commands += 1;
      return line;
    },
    createTask: (by, key, wanted) =>
      once(by, key, () => orgOf(by).tasks.create(by.actor, newTask(wanted))),
    submitWork: async (by, key, { task, repo = "", title = "", ...work }) => {
      const { tasks, repositories } = orgOf(by);
      if (task !== undefined)
        return await once(by, key, () => tasks.submit(task, by.actor, submitted(work)));
      if (!repositories.has(repo))
        throw new CountersignError("not_found", `There is no repository ${repo}`);
      return await once(by, key, () => {
        const known = openTaskOf([...tasks.kept.values()], by.actor.id, work);
        const id = known ?? tasks.create(by.actor, newTask({ title, repo })).task;
        return tasks.submit(id, by.actor, submitted(work));
      });
    },
    command: (by, key, task, said) =>
      once(by, key, () => orgOf(by).tasks.say(task, by.actor, filledIn(key, said))),
    ...memoryBatches((by, key, task, said) =>
      once(by, key, () => orgOf(by).tasks.say(task, by.actor, filledIn(key, said))),
    ),
    async snooze(by, id, { untilMs }) {
      orgOf(by).tasks.find(id);
      commands += 1;
      return { task: id, putOff: true, untilMs };
    },
    async unsnooze(by, id) {
      orgOf(by).tasks.find(id);
      commands += 1;
      return { task: id, putOff: false, untilMs: null };
    },
    async findTask(by, prefix) {
      const ids = [...orgOf(by).tasks.kept.keys()];
      const found = ids.filter((id) => id === prefix || id.startsWith(prefix));
      const [id] = ids.includes(prefix) ? [prefix] : found;
      if (id === undefined) throw new CountersignError("not_found", `There is no task ${prefix}`);
      return id;
    },
    task: async (by, id) => orgOf(by).tasks.find(id).task,
    tasks: async (by, { turnWho, location = {} }) => ({
      items: [...orgOf(by).tasks.kept.values()]
        .filter(({ task }) => isAt(task, location))
        .map(({ task, updatedMs }) => memoryLine(task, updatedMs))
        .filter((line) => turnWho === undefined || line.turnWho === turnWho),
      next: null,
    }),
    sections: async (by) => memorySections(orgOf(by)),
    log: async (by, id, from = 0) =>
      orgOf(by)
        .tasks.find(id)
        .log.filter(({ seq }) => seq >= from),
    async stream(by, { after, limit = 100 }) {
      if (after === "now") return { items: [], next: `at${orgOf(by).tasks.stream.length}` };
      const start = after === undefined ? 0 : Number(/^at(\d+)$/.exec(after)?.[1] ?? Number.NaN);
      if (Number.isNaN(start)) throw new CountersignError("invalid_input", "No such cursor");
      const items = orgOf(by).tasks.stream.slice(start, start + limit);
      return { items, next: items.at(-1)?.cursor ?? after ?? null };
    },
    async diff(by, id, { until, files: wanted }) {
      const { round } = orgOf(by).tasks.find(id).task;
      if (until !== undefined && until > (round?.number ?? 0))
        throw new CountersignError("not_found", `${id} has no round ${until}`);
      const patch = Buffer.from("--- a\n+++ b\n");
      const bytes = Buffer.from([0x2d, 0xff, 0x0a]);
      const shas = { from: "b".repeat(40), to: round?.content.tree ?? "0".repeat(40) };
      const files = [
        { path: "src/app.ts", patch },
        { path: "latin1.txt", patch: bytes },
      ];
      return {
        patch,
        files: files.filter(({ path }) => wanted?.includes(path) ?? true),
        unshown: [],
        covered: 0,
        round: until ?? round?.number ?? 1,
        upstream: "none",
        ...shas,
      };
    },
    async changeFiles(by, id, { until }) {
      const { round } = orgOf(by).tasks.find(id).task;
      const shas = { from: "b".repeat(40), to: round?.content.tree ?? "0".repeat(40) };
      const files = [MEMORY_FILE];
      return { ...shas, round: until ?? round?.number ?? 1, upstream: "none", files };
    },
    rounds: async (by, id) => readRounds(orgOf(by).tasks.find(id).log),
    async why(by, id) {
      const { task } = orgOf(by).tasks.find(id);
      const { title, attempt, flags, phase, round } = task;
      const place = { state: phase.is, turn: turnOf(task), round: round?.number ?? null };
      const about = { task: id, title, ...place, attempt, flags, plan: round?.plan ?? null };
      return { ...about, decisions: [], story: [], unreviewed: null };
    },
    async tryModes(by, id) {
      const { find, contextOf } = orgOf(by).tasks;
      return triedModes(find(id).task, contextOf(by.actor));
    },
    attemptLimit: async (_by, { attemptLimit }) => attemptLimit ?? MEMORY_LIMITS.attemptLimit,
    feedback: async (by, id) => composeFeedback(orgOf(by).tasks.find(id).task, MEMORY_LIMITS),
    status: async (by) => memoryStatus(orgOf(by), by),
    taskCounts: async (by) => memoryStatus(orgOf(by), by),
    metrics: async () => "memory_tasks 1\n",
    readiness: async () => ({ database: true, migrations: true, queue: true }),
    ...memoryAudit(() => {
      commands += 1;
    }),
    ...memoryReading((by) => orgOf(by).tasks),
    ...memoryKeys(),
    ...memoryTrust(),
    ...memoryPeople(),
    ...memoryForge(),
    ...memorySignIn(
      (by) => orgOf(by).tokens,
      (by) => newToken(orgOf(by), by.actor.id, by.role, null),
    ),
    ...memorySprints(
      (by) => orgOf(by).tasks,
      () => {
        commands += 1;
      },
    ),
    recurringFindings: async () => [],
    policyGaps: async () => [],
    start: async () => undefined,
    stop: async () => undefined,
  };
}

function newOrg(name: string, owner: string, reviewers: readonly string[]): Org {
  const tasks = createMemoryTasks(owner, reviewers);
  return { name, tasks, answers: new Map(), repositories: new Map(), tokens: new Map() };
}

function requireRepository({ repositories }: Org, repo: string) {
  const line = repositories.get(repo);
  if (line === undefined) throw new CountersignError("not_found", `There is no repository ${repo}`);
  return line;
}
