import { fold, type LogEntry, type Task } from "@countersign/core";
import { type Lab, openLab } from "../open-lab.ts";
import { RACE_POLICY, raceRunner } from "./race-policy.ts";

/** What a person could have been shown: its mark is in the file, its name and the summary. */
export type Version = { mark: string; tree: string; branch: string };

export type RaceTask = {
  id: string;
  /** Everything that is submitted for it, in order. */
  versions: readonly [Version, Version, Version];
};

/** Where an action finds the task that it is about. */
export type Situation =
  | "waits_for_owner"
  | "finding"
  | "waiting"
  | "held"
  | "approved"
  | "rejected";

export type Arena = {
  lab: Lab;
  /** The token of the owner whose decisions are raced. */
  token: string;
  openTask(situation: Situation, repo?: string): Promise<RaceTask>;
  /** The agent submits a later version of its work. */
  submit(task: RaceTask, version: number): Promise<void>;
  /** Another owner opens a finished task again. */
  reopen(task: RaceTask): Promise<void>;
  /** Ends a task that is still open, so that it leaves the inbox. */
  end(task: RaceTask): Promise<void>;
  entries(task: RaceTask): Promise<LogEntry[]>;
  /** The last log entry for which ana has put the task off; null: it is in the inbox. */
  putOffAt(task: RaceTask): Promise<number | null>;
};

/** The letter А is Cyrillic: the integrity check has a finding about the line and lets the task pass. */
const LOOKALIKE = "is\u0410dmin";

const LABELS: Readonly<Record<Situation, readonly string[]>> = {
  waits_for_owner: [],
  finding: ["finding"],
  waiting: ["waiting"],
  held: ["held"],
  approved: [],
  rejected: [],
};

const isThere: Readonly<Record<Situation, (task: Task) => boolean>> = {
  waits_for_owner: isWaitingForOwner,
  finding: (task) => isWaitingForOwner(task) && task.findings.length > 0,
  waiting: ({ round }) => round?.decision?.outstanding.includes("agent:never-answers") === true,
  held: ({ phase }) => phase.is === "held",
  approved: isWaitingForOwner,
  rejected: isWaitingForOwner,
};

function isWaitingForOwner({ phase }: Task): boolean {
  return phase.is === "reviewing" && phase.person === "ana";
}

/** A real engine behind its HTTP server, and an agent whose work can change at any moment. */
export async function openArena(): Promise<Arena> {
  const lab = await openLab(RACE_POLICY, { runners: { model: raceRunner }, lookMs: 50 });
  const { engine, agent, ana, key, shop, until } = lab;
  const eve = await lab.signIn({ actor: "eve", role: "human" });
  const token = await lab.mint({ actor: "ana", role: "human" });
  let tasks = 0;

  const shownNow = async (id: string) => {
    const { round } = await engine.task(ana, id);
    return { round: round?.number ?? null, tree: round?.content.tree ?? null };
  };
  const submit = async ({ id, versions }: RaceTask, version: number): Promise<void> => {
    const { branch, mark } = versions[version] ?? versions[0];
    await engine.submitWork(agent, key(), {
      task: id,
      from: { branch },
      signal: "DONE",
      summary: mark,
    });
  };
  const decideBefore = async (situation: Situation, id: string): Promise<void> => {
    const { round, tree } = await shownNow(id);
    if (round === null || tree === null) return;
    if (situation === "approved")
      await engine.command(ana, key(), id, { type: "approve", round, tree });
    if (situation === "rejected")
      await engine.command(ana, key(), id, { type: "reject", round, tree, reason: "no" });
  };

  return {
    lab,
    token,
    submit,
    async openTask(situation, repo = "shop") {
      tasks += 1;
      const versions = makeVersions(shop, tasks);
      const labels = [...LABELS[situation]];
      const { task: id } = await engine.createTask(agent, key(), { title: "Work", repo, labels });
      const task = { id, versions };
      await submit(task, 0);
      await until(id, isThere[situation]);
      await decideBefore(situation, id);
      return task;
    },
    async reopen({ id }) {
      await engine.command(eve, key(), id, { type: "reopen", ...(await shownNow(id)) });
    },
    async end({ id }) {
      const cancel = { type: "cancel", ...(await shownNow(id)), reason: "over" } as const;
      await engine.command(eve, key(), id, cancel).catch(() => undefined);
    },
    entries: ({ id }) => engine.log(ana, id),
    async putOffAt({ id }) {
      const { rows } = await lab.database.as("acme", (client) =>
        client.query("SELECT seq FROM countersign.snoozes WHERE task_id = $1", [id]),
      );
      return rows.length === 0 ? null : Number(rows[0].seq);
    },
  };
}

/** Three versions of one task's work, each on a branch of its own, by one start of git. */
function makeVersions({ feed, git }: Lab["shop"], number: number): RaceTask["versions"] {
  const names = [1, 2, 3].map((version) => `race${number}version${version}x`);
  const commits = names.map((mark) => {
    const text = `${mark} ${LOOKALIKE}\n`;
    const bytes = Buffer.byteLength(text);
    return `commit refs/heads/${mark}\ncommitter Ada <ada@acme.test> 1700000000 +0000\ndata 4\nWork\nfrom refs/heads/main^0\nM 100644 inline ${mark}.txt\ndata ${bytes}\n${text}\n`;
  });
  feed(commits.join(""), "fast-import", "--quiet");
  const trees = git("rev-parse", ...names.map((mark) => `${mark}^{tree}`)).split("\n");
  const version = (at: number): Version => {
    const mark = names[at] ?? "";
    return { mark, branch: mark, tree: trees[at] ?? "" };
  };
  return [version(0), version(1), version(2)];
}

/** The trees that a decision of ana after these many entries was about; none if nothing was decided. */
export function decidedTrees(entries: readonly LogEntry[], before: number): readonly string[] {
  const at = entries.findIndex(({ by }, index) => index >= before && by === "ana");
  return at === -1 ? [] : treesAfter(entries.slice(0, at));
}

/** The tree of the round, and of work that waits for a release. */
export function treesAfter(entries: readonly LogEntry[]): readonly string[] {
  const { round, phase } = fold(entries);
  const offered = phase.is === "held" ? phase.offer?.content.tree : undefined;
  return [round?.content.tree, offered].filter((tree) => tree !== undefined);
}
