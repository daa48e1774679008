import { CountersignError, type Task } from "@countersign/core";
import { contentOf, factsOf } from "../../packages/core/src/testing/facts-of.ts";
import { person, type Scenario, scenario } from "../../packages/core/src/testing/scenario.ts";
import { buildReport, joinReports } from "../../packages/engine/src/forge/build-report.ts";
import { planChange, submittedHead } from "../../packages/engine/src/forge/plan-change.ts";
import { planReviews } from "../../packages/engine/src/forge/plan-review.ts";
import { withUnreviewed } from "../../packages/engine/src/forge/shared-check.ts";
import type { ForgeCheckState, ForgeReview } from "../../packages/engine/src/ports/forge.ts";
import { createLane, type RunningJob, stepLane } from "./race-lane.ts";

const ANA = { id: 7, login: "ana", isBot: false };
const LINKED = new Map([[ANA.id, "ana"]]);
const CHANGE = { isDraft: false, base: { branch: "main", commit: "b".repeat(40) } };
const POLICY = { profile: "modes", trust: { forgeReviews: "all" } };

/**
 * A pull request as the forge has it. A head is named by one hex digit; its tree has the same name. `version` counts
 * its changes.
 */
type Pull = { state: "open" | "closed" | "merged"; head: string; version: number };

type FollowResult = "followed" | "moved" | "waits";

/** What one pull request is for the engine. */
type Followed = { play: Scenario; isOpened: boolean; stored: Pull | null };

export type RaceModel = ReturnType<typeof createRaceModel>;

/**
 * A forge and the engine's jobs around the real decision functions. As in the engine, jobs of one kind run one after
 * the other; everything else can happen between any two of their steps.
 */
export function createRaceModel(heads: readonly string[]) {
  const pulls = heads.map((head): Pull => ({ state: "open", head, version: 1 }));
  const followed = heads.map(
    (): Followed => ({ play: scenario({ policy: POLICY }), isOpened: false, stored: null }),
  );
  const reviews = heads.map((): ForgeReview[] => []);
  const checks = new Map<string, ForgeCheckState>();
  const target: { head: string; isOurs: boolean }[] = [];
  const executed = new Set<number>();
  /** Pull requests that are read again when time has passed. */
  const later = new Set<number>();
  const failures: string[] = [];
  const lanes = { reads: createLane(), writes: createLane(), merges: createLane() };
  const model = { accepted: 0, isHeld: false, reviewCount: 0, mergeRequests: 0 };

  const pullOf = (number: number): Pull =>
    pulls[number] ?? { state: "closed", head: "0", version: 0 };
  const of = (number: number): Followed => followed[number] as Followed;
  const taskOf = (number: number): Task | null => {
    const { isOpened, play } = of(number);
    return isOpened ? play.task : null;
  };
  const isApprovedByAna = (head: string) =>
    reviews.flat().some(({ commit, state }) => commit === head && state === "approved");

  const headOf = (task: Task | null) => task && submittedHead(task);

  /** Executes a command. A refusal has no effect, as in the engine. */
  const attempt = (work: () => unknown): boolean => {
    try {
      work();
      return true;
    } catch (error) {
      if (error instanceof CountersignError) return false;
      throw error;
    }
  };

  function submit(number: number, head: string, from: "new" | "next" | "reopen" | "restart") {
    const { play } = of(number);
    const close = { type: "closed_elsewhere", outcome: "closed", tree: null } as const;
    if (from === "restart") play.engine(close);
    if (from === "restart" || from === "reopen") play.engine({ type: "reopen" });
    play.submit(head);
    of(number).isOpened = true;
    play.engine({
      ...{ type: "plan_round", round: play.task.round?.number ?? 1, gaps: [] },
      facts: factsOf(head),
    });
    play.passChecks();
  }

  /** Reads the steps of the target that are not accepted yet. One without an approved task holds the repository. */
  function followTarget(): void {
    for (const { head } of target.slice(model.accepted)) {
      if (model.isHeld) return;
      const found = followed.find(({ isOpened, play }) => isOpened && canLand(play, head));
      if (found === undefined) {
        model.isHeld = true;
        return;
      }
      const { play } = found;
      const tree = contentOf(head).tree;
      if (play.task.phase.is === "merging") play.engine({ type: "merged", tree });
      else play.engine({ type: "closed_elsewhere", outcome: "merged", tree, approvedTree: tree });
      model.accepted += 1;
    }
  }

  function change(pull: Pull, to: Partial<Pull>): void {
    Object.assign(pull, to, { version: pull.version + 1 });
  }

  /** Merges a head. Every pull request with this head counts as merged then, as on GitHub. */
  function land(head: string, isOurs: boolean): void {
    target.push({ head, isOurs });
    for (const pull of pulls)
      if (pull.state === "open" && pull.head === head) change(pull, { state: "merged" });
  }

  function canLand({ task, nowMs }: Scenario, head: string): boolean {
    const isApproved = task.phase.is === "approved" || task.phase.is === "merging";
    const isFinal = task.grace === null || task.grace.untilMs <= nowMs;
    return isApproved && isFinal && submittedHead(task) === contentOf(head).head;
  }

  function* sync(number: number): RunningJob {
    const read = { ...pullOf(number) };
    yield;
    const followed = yield* follow(number, read);
    if (followed === "moved") return enqueue("reads", () => sync(number));
    if (followed === "waits") later.add(number);
    if (followed === "waits" && read.state !== "open") return;
    save(number, read);
    enqueue("writes", () => publish(number));
    yield;
    if (read.state === "open") yield* applyReviews(number);
  }

  /** Lets the task follow. `moved`: the head moved while it was fetched. `waits`: it is read again later. */
  function* follow(number: number, read: Pull): Generator<undefined, FollowResult, undefined> {
    const task = taskOf(number);
    const { head: commit, tree } = contentOf(read.head);
    const fetched = read.state === "open" && headOf(task) !== commit ? tree : null;
    if (fetched !== null && pullOf(number).head !== read.head) return "moved";
    const change = { ...CHANGE, state: read.state, head: { commit, tree: fetched } };
    const step = planChange(change, "main", task, of(number).play.nowMs);
    yield;
    if (step.do === "submit") attempt(() => submit(number, read.head, step.from));
    if (step.do === "close") yield* close(number, read, step.outcome);
    return step.do === "wait" ? "waits" : "followed";
  }

  /** Stores what was read. The pull requests that shared the former head get its check for themselves. */
  function save(number: number, read: Pull): void {
    const { stored } = of(number);
    of(number).stored = read;
    if (stored === null || (stored.head === read.head && stored.state === read.state)) return;
    for (const other of pulls.keys())
      if (of(other).stored?.head === stored.head) enqueue("writes", () => publish(other));
  }

  function* close(number: number, { head }: Pull, outcome: "closed" | "merged"): RunningJob {
    if (outcome === "merged") followTarget();
    yield;
    const tree = outcome === "merged" ? contentOf(head).tree : null;
    attempt(() => of(number).play.engine({ type: "closed_elsewhere", outcome, tree }));
    if (of(number).play.effects.some((effect) => effect.do === "hold_repo")) model.isHeld = true;
  }

  function* applyReviews(number: number): RunningJob {
    const task = taskOf(number);
    const list = (reviews[number] ?? []).map((review) => ({
      ...review,
      commit: contentOf(review.commit ?? "0").head,
    }));
    yield;
    if (task === null) return;
    const { play } = of(number);
    for (const { review, command } of planReviews(task, list, LINKED, play.policy)) {
      yield;
      const approval = { id: `vrd_review_${review}`, requirement: "layer:owner" };
      const sent = command.type === "approve" ? { ...command, ...approval } : command;
      if (!executed.has(review) && attempt(() => play.send(sent, person("ana"))))
        executed.add(review);
      enqueue("writes", () => publish(number));
    }
  }

  /** Builds what the check of a pull request must show now. Null if there is nothing to show. */
  function present(number: number) {
    const { stored, play } = of(number);
    const task = taskOf(number);
    if (stored === null || stored.state === "closed" || task === null) return null;
    const head = contentOf(stored.head).head;
    let report = buildReport({ task, head, hasComment: false }, play.nowMs);
    pulls.forEach((_, other) => {
      const shared = taskOf(other);
      const isSame = of(other).stored?.head === stored.head && of(other).stored?.state === "open";
      if (other === number || !isSame) return;
      if (shared === null) {
        report = withUnreviewed(report, other, "no_task");
        return;
      }
      const more = buildReport({ task: shared, head, hasComment: false }, of(other).play.nowMs);
      report = joinReports(report, more);
    });
    return { head: stored.head, state: report.state };
  }

  function* publish(number: number): RunningJob {
    const shown = present(number);
    if (shown === null) return;
    yield;
    const before = checks.get(shown.head);
    const isReopened =
      shown.state === "in_progress" && before !== undefined && before !== shown.state;
    checks.set(shown.head, isReopened ? "action_required" : shown.state);
    if (shown.state === "success" && !isApprovedByAna(shown.head))
      failures.push(`${shown.head} is green without an approval`);
    yield;
    const now = present(number);
    if (now !== null && (now.head !== shown.head || now.state !== shown.state))
      enqueue("writes", () => publish(number));
  }

  function* merge(number: number): RunningJob {
    const { play } = of(number);
    if (model.isHeld || !attempt(() => play.engine({ type: "merge_started" }))) return;
    yield;
    const outcome = yield* requestMerge(number);
    if (outcome === "settled" && play.task.phase.is !== "merging") return;
    attempt(() => play.mergeFails("race"));
    enqueue("reads", () => sync(number));
  }

  function* requestMerge(number: number): Generator<undefined, "settled" | "failed", undefined> {
    const { play } = of(number);
    const before = { ...pullOf(number) };
    yield;
    if (before.state === "merged") return settle();
    const isApprovedHead = contentOf(before.head).head === submittedHead(play.task);
    if (before.state !== "open" || !isApprovedHead) return "failed";
    followTarget();
    if (model.isHeld) return "failed";
    yield;
    yield* publish(number);
    if (!mergeHead(pullOf(number), before.head)) return "failed";
    yield;
    return settle();
  }

  /** Merges as GitHub does: only the named head, and only with a green check. */
  function mergeHead({ state, head }: Pull, wanted: string): boolean {
    if (state !== "open" || head !== wanted || checks.get(head) !== "success") return false;
    model.mergeRequests += 1;
    land(head, true);
    if (!isApprovedByAna(head)) failures.push(`${head} was merged without an approval`);
    return true;
  }

  function settle(): "settled" {
    followTarget();
    return "settled";
  }

  function enqueue(name: keyof typeof lanes, job: () => RunningJob): void {
    lanes[name].waiting.push(job);
  }

  return {
    ...{ pulls, reviews, checks, target, failures, model, taskOf, isApprovedByAna, followTarget },
    /** Runs one step of the first job of a kind. Returns false if there is none. */
    step(name: keyof typeof lanes): boolean {
      return stepLane(lanes[name]);
    },
    push(number: number, head: string): void {
      if (pullOf(number).state === "open") change(pullOf(number), { head });
    },
    /** A person merges on the forge, with or without a green check. */
    mergeElsewhere(number: number): void {
      const pull = pullOf(number);
      if (pull.state !== "open") return;
      land(pull.head, false);
    },
    setState(number: number, state: "open" | "closed"): void {
      if (pullOf(number).state !== "merged") change(pullOf(number), { state });
    },
    review(number: number, state: "approved" | "changes_requested"): void {
      model.reviewCount += 1;
      const { head } = pullOf(number);
      change(pullOf(number), {});
      const id = model.reviewCount;
      reviews[number]?.push({ id, by: ANA, state, commit: head, body: "", submittedAtMs: id });
    },
    wait(ms: number): void {
      for (const { play } of followed) play.wait(ms);
      for (const number of later) enqueue("reads", () => sync(number));
      later.clear();
    },
    /** As the engine, reads a pull request only if the list shows a change, or no longer shows it. */
    poll(number: number): void {
      const { stored } = of(number);
      const { state, version } = pullOf(number);
      const isChanged = state === "open" ? stored?.version !== version : stored?.state === "open";
      if (isChanged) enqueue("reads", () => sync(number));
    },
    report: (number: number) => enqueue("writes", () => publish(number)),
    tryMerge(number: number): void {
      const { play, isOpened } = of(number);
      if (isOpened && play.task.phase.is === "approved") enqueue("merges", () => merge(number));
    },
  };
}
