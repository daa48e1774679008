import { basename } from "node:path";
import { toShown } from "@countersign/api";
import { afterAll, expect, it } from "vitest";
import { times } from "../../packages/core/src/testing/scale.ts";
import { type Dice, diceOf } from "../../packages/core/src/testing/walk/dice.ts";
import { type Desk, openScheduleLab } from "./schedule-lab.ts";

const SCHEDULES = times(500, 10);
const STEPS = 16;

const lab = await openScheduleLab();
afterAll(async () => {
  await lab.close();
});

/** What one desk has on one branch, as it must be. */
type Work = { branch: string; files: string[]; submitted: string[]; task: string | null };
type Seat = { desk: Desk; works: Work[]; now: Work };
type Schedule = { number: number; seats: readonly [Seat, Seat, Seat]; backlog: string[] };

/** Ids of all tasks that schedules have made. */
const known = new Set<string>();
const seen: Record<string, number> = {};
let written = 0;

const count = (what: string): void => {
  seen[what] = (seen[what] ?? 0) + 1;
};

async function newTasks(): Promise<string[]> {
  const { items } = await lab.person.listTasks({ order: "newest", limit: 20 });
  const fresh = items.map(({ task }) => task).filter((task) => !known.has(task));
  for (const task of fresh) known.add(task);
  return fresh;
}

const isIn = async ({ task }: Work, ...states: string[]): Promise<boolean> =>
  task !== null && states.includes((await lab.view(task)).state);

/** Waits while the engine brings the worktree of merged work to the target. */
async function begin({ desk, works }: Pick<Seat, "desk" | "works">, branch: string): Promise<Work> {
  await desk.git("checkout", "--quiet", "--force", "-B", branch, "main");
  await desk.git("clean", "--quiet", "--force");
  const work: Work = { branch, files: [], submitted: [], task: null };
  works.push(work);
  return work;
}

function write({ desk, now }: Seat): void {
  written += 1;
  const file = `piece-${written}.txt`;
  desk.write(file, `${file}\n`);
  now.files.push(file);
}

/** After work was submitted without a task's name, by a hook or a tool. */
async function settle(seat: Seat, isTaken: boolean, by: string): Promise<void> {
  const { now } = seat;
  const hasNew = now.files.length > now.submitted.length;
  const fresh = await newTasks();
  if (!hasNew) {
    expect(fresh).toEqual([]);
    count(isTaken ? `${by}: repeated` : `${by}: nothing changed`);
    return;
  }
  expect(isTaken).toBe(true);
  if (now.task === null) {
    expect(fresh).toHaveLength(1);
    now.task = fresh[0] ?? null;
    count(`${by}: opened`);
  } else {
    expect(fresh).toEqual([]);
    count(`${by}: continued`);
  }
  now.submitted = [...now.files];
  await expectOwn(seat, now);
}

/** The task of a place holds exactly what was submitted there. */
async function expectOwn({ desk }: Seat, { task, branch, submitted }: Work): Promise<void> {
  if (task === null) return;
  const view = await lab.view(task);
  expect(view.location).toEqual({ author: "claude-code", branch, worktree: desk.root });
  expect((await lab.filesOf(view)).toSorted()).toEqual(submitted.toSorted());
}

const session = ({ desk }: Seat, dice: Dice) => desk.sessions[dice.roll(2)] ?? desk.sessions[0];

const STEP: Readonly<Record<string, (seat: Seat, dice: Dice, all: Schedule) => Promise<void>>> = {
  async write(seat) {
    write(seat);
  },
  async stop(seat) {
    await settle(seat, (await seat.desk.stop()) !== null, "hook");
  },
  async submit(seat, dice) {
    const told = await session(seat, dice).call("submit_for_review", {});
    if (told.isError) expect(told.data.code, told.text).toBe("NOTHING_CHANGED");
    await settle(seat, !told.isError, "tool");
  },
  async redo({ now }) {
    if (now.task === null || !(await isIn(now, "reviewing"))) return;
    const body = { ...toShown(await lab.view(now.task)), customFeedback: "Again", quickIssues: [] };
    await lab.person.redo({ task: now.task, body });
    count("sent back");
  },
  async ask(seat, dice, { backlog }) {
    const { data, text } = await session(seat, dice).call("get_my_assignment");
    const told = JSON.stringify(data.assignment);
    if (await isIn(seat.now, "rework", "in_progress")) {
      expect(data.assignment).toMatchObject({ task: seat.now.task, worktree: seat.desk.root });
      expect(text).toContain(`${seat.desk.root} (branch ${seat.now.branch})`);
      count("rework told in its place");
    } else if (data.assignment === null) count("nothing told");
    else if (backlog.some((task) => told.includes(task))) count("backlog told");
    else {
      expect(data.assignment).toMatchObject({ status: "rework", worktree: seat.desk.root });
      count("rework on another branch told");
    }
  },
  async accept(seat, dice, { seats }) {
    if (seat.now.task === null || !(await isIn(seat.now, "rework"))) return;
    const other = seats[(seats.indexOf(seat) + 1 + dice.roll(2)) % 3] ?? seat;
    const assignment_id = seat.now.task;
    const refused = await session(other, dice).call("accept_assignment", { assignment_id });
    expect(refused.data.code, refused.text).toBe("NOT_YOUR_TURN");
    const taken = await session(seat, dice).call("accept_assignment", { assignment_id });
    expect(taken.isError, taken.text).toBe(false);
    count("accepted in its place alone");
  },
  /** The whole way of a rework, while other desks may do anything in between. */
  async rework(seat, dice, all) {
    for (const step of ["redo", "ask", "accept", "write", dice.pick(["stop", "submit"])])
      await STEP[step]?.(seat, dice, all);
  },
  async approve(seat, _dice, { number }) {
    const { now } = seat;
    if (now.task === null || !(await isIn(now, "reviewing"))) return;
    await lab.open.until(
      now.task,
      ({ phase }) => phase.is === "reviewing" && phase.person !== null,
    );
    const { round, tree } = toShown(await lab.view(now.task));
    if (round === null || tree === null) throw new Error(`${now.task} has no round`);
    await lab.person.approve({ task: now.task, body: { round, tree } });
    await lab.open.until(now.task, ({ phase }) => phase.is === "done");
    count("merged");
    seat.now = await begin(seat, `${seat.works.length}-${number}-${basename(seat.desk.root)}`);
  },
  async leave(seat, dice, { number }) {
    await seat.desk.git("add", "-A");
    await seat.desk.git("commit", "--quiet", "--allow-empty", "-m", "Kept");
    const former = seat.works[dice.roll(seat.works.length)];
    if (former !== undefined && dice.chance(50) && !(await isIn(former, "done"))) {
      await seat.desk.git("checkout", "--quiet", former.branch);
      seat.now = former;
      count("back on a branch");
    } else {
      seat.now = await begin(seat, `${seat.works.length}-${number}-${basename(seat.desk.root)}`);
      count("on another branch");
    }
  },
  async plan(_seat, _dice, { backlog }) {
    const body = { title: "Of the backlog", repo: "shop" };
    backlog.push((await lab.person.createTask({ body })).task);
    await newTasks();
  },
};
const OFTEN = ["write", "write", "stop", "submit", "redo", "ask", "accept", "rework"] as const;
const MOVES = [...OFTEN, "approve", "leave", "plan"] as const;

async function play(number: number): Promise<void> {
  const dice = diceOf(number * 7_919);
  const seatAt = async (desk: Desk): Promise<Seat> => {
    const works: Work[] = [];
    return { desk, works, now: await begin({ desk, works }, `0-${number}-${basename(desk.root)}`) };
  };
  const [one, two, three] = lab.desks;
  const seats = [await seatAt(one), await seatAt(two), await seatAt(three)] as const;
  const all: Schedule = { number, seats, backlog: [] };
  for (const seat of all.seats) write(seat);
  for (let step = 0; step < STEPS; step += 1)
    await STEP[dice.pick(MOVES)]?.(dice.pick(all.seats), dice, all);
  for (const seat of all.seats) {
    await settle(seat, (await seat.desk.stop()) !== null, "last stop");
    for (const work of seat.works) await expectOwn(seat, work);
  }
  const tasks = all.seats.flatMap(({ works }) => works.flatMap(({ task }) => task ?? []));
  expect(new Set(tasks).size).toBe(tasks.length);
  for (const task of all.backlog) {
    const view = await lab.view(task);
    expect(view).toMatchObject({ state: "open", round: null });
    await lab.person.cancel({ task, body: { ...toShown(view), reason: "It was not needed" } });
  }
}

it(`ends every piece of work of three sessions of one agent in its own task`, async () => {
  for (let number = 1; number <= SCHEDULES; number += 1) await play(number);
  process.stdout.write(`${SCHEDULES} schedules: ${JSON.stringify(seen)}\n`);
  for (const what of [
    ...["hook: opened", "hook: continued", "tool: opened", "tool: continued", "sent back"],
    ...["rework told in its place", "accepted in its place alone", "nothing told", "backlog told"],
    ...["merged", "on another branch"],
  ])
    expect(seen[what] ?? 0, what).toBeGreaterThan(0);
}, 7_200_000);
