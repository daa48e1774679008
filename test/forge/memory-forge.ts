import {
  type Forge,
  type ForgeAccount,
  type ForgeChange,
  ForgeError,
  type ForgeHint,
  type ForgeMerge,
  type ForgeMergeOutcome,
  type ForgeProofs,
  type ForgePush,
  type ForgeRefs,
  type ForgeReport,
  type ForgeReview,
} from "@countersign/engine";

export const APP = 99;
export const ANA: ForgeAccount = { id: 7, login: "ana-dev", isBot: false };
export const EVE: ForgeAccount = { id: 9, login: "eve", isBot: false };

/** Creates an open pull request of Eve for a head. */
export function openChange(number: number, head: string): ForgeChange {
  return {
    ...{ number, state: "open", isDraft: false, title: `Change ${number}`, body: "" },
    author: EVE,
    head: { commit: head, branch: "work", isFork: false },
    base: { branch: "main", commit: head },
    labels: [],
    mergeCommit: null,
    updatedAtMs: 0,
  };
}

/** A check as the forge shows it. */
type Check = Pick<ForgeReport, "state" | "title" | "summary" | "externalId"> & { id: number };

/**
 * A forge in memory. Its heads are commits of the registered repository itself, so a fetch has nothing to do. It keeps
 * one check per head and one comment per pull request, and counts what it created and the writes to it.
 */
export function createMemoryForge() {
  const changes = new Map<number, ForgeChange>();
  const reviews = new Map<number, ForgeReview[]>();
  const checks = new Map<string, Check>();
  const comments = new Map<number, { id: number; text: string }>();
  const created = { checks: 0, comments: 0 };
  const sent = { writes: 0 };
  let version = 0;
  let clockMs = Date.now();
  const unused = async (): Promise<never> => {
    throw new ForgeError("refused", "not part of this test");
  };
  /**
   * `before` runs before each call with its name; tests throw from it, or change the forge in the middle of a call. A
   * report also names its pull request.
   * `land` moves the target to the merge of a head and returns the new commit. `push` moves a branch of the forge, and
   * `fetch` throws if a branch is missing. `tip` is the target's commit.
   */
  const control = {
    before: (_call: string, _change?: number | null): void => undefined,
    land: (_merge: ForgeMerge): string => {
      throw new ForgeError("refused", "not part of this test");
    },
    push: async (_push: ForgePush, _proofs: ForgeProofs): Promise<ForgeMergeOutcome> =>
      await unused(),
    pushProofs: async (_proofs: ForgeProofs): Promise<ForgeMergeOutcome> => await unused(),
    fetch: (_refs: ForgeRefs): void => undefined,
    tip: (): string | null => null,
  };
  const change = (number: number): ForgeChange => {
    const found = changes.get(number);
    if (found === undefined) throw new ForgeError("refused", "404");
    return found;
  };
  const put = (next: ForgeChange): void => {
    clockMs = Math.max(clockMs + 1, Date.now());
    version += 1;
    changes.set(next.number, { ...next, updatedAtMs: clockMs });
  };
  const writeCheck = ({ commit, state, title, summary, externalId }: ForgeReport): number => {
    const known = checks.get(commit);
    if (known === undefined) created.checks += 1;
    const id = known?.id ?? created.checks;
    checks.set(commit, { id, state, title, summary, externalId });
    return id;
  };
  const writeComment = (number: number, text: string | null): number | null => {
    const known = comments.get(number);
    if (text === null) return known?.id ?? null;
    if (known === undefined) created.comments += 1;
    const id = known?.id ?? created.comments;
    comments.set(number, { id, text });
    return id;
  };
  const forge: Forge = {
    app: APP,
    repositories: async () => [],
    async changes(_repo, known) {
      control.before("changes");
      if (known === String(version)) return { is: "same" };
      const open = [...changes.values()].filter(({ state }) => state === "open");
      return { is: "changed", changes: open, version: String(version) };
    },
    async change(_repo, number) {
      control.before("change");
      return change(number);
    },
    async reviews(_repo, number) {
      control.before("reviews");
      return reviews.get(number) ?? [];
    },
    async contributors(_repo, number) {
      control.before("contributors");
      return { committers: [change(number).author], hasUnknown: false, assignedBy: null };
    },
    rules: unused,
    async fetchInto(_repo, _gitDir, refs) {
      control.before("fetchInto");
      control.fetch(refs);
    },
    dropGroups: async () => undefined,
    async tell(_repo, number, report) {
      control.before("tell", number);
      sent.writes += number === null || report.comment === null ? 1 : 2;
      const check = writeCheck(report);
      const comment = number === null ? null : writeComment(number, report.comment);
      control.before("told");
      return { check, comment };
    },
    async scan() {
      control.before("scan");
      return { tip: control.tip(), foreignChecks: [] };
    },
    async merge(_repo, number, merge) {
      control.before("merge");
      const found = change(number);
      if (found.head.commit !== merge.head) return { outcome: "head_moved", detail: "409" };
      sent.writes += 1;
      const commit = control.land(merge);
      put({ ...found, state: "merged", mergeCommit: commit });
      control.before("merged");
      return { outcome: "requested", commit };
    },
    enqueue: unused,
    async push(_repo, _gitDir, push, proofs = new Map()) {
      control.before("push");
      const outcome = await control.push(push, proofs);
      control.before("pushed");
      return outcome;
    },
    async pushProofs(_repo, _gitDir, proofs) {
      control.before("pushProofs");
      return await control.pushProofs(proofs);
    },
    queue: async () => [],
    deliveries: async () => [],
    redeliver: unused,
    async readWebhook(headers, body) {
      if (headers.get("signature") !== "good") return null;
      const hint: ForgeHint = JSON.parse(new TextDecoder().decode(body));
      return hint;
    },
  };
  return {
    forge,
    control,
    checks,
    comments,
    created,
    sent,
    /** Opens a pull request for a head. */
    open(number: number, head: string, more: Partial<ForgeChange> = {}): void {
      put({ ...openChange(number, head), ...more });
    },
    update(number: number, more: Partial<ForgeChange>): void {
      put({ ...change(number), ...more });
    },
    push(number: number, head: string): void {
      put({ ...change(number), head: { ...change(number).head, commit: head } });
    },
    /** Submits a review, or changes the state of one. */
    review(number: number, review: Pick<ForgeReview, "id" | "by" | "state" | "commit">): void {
      const before = (reviews.get(number) ?? []).filter(({ id }) => id !== review.id);
      reviews.set(number, [...before, { body: "", submittedAtMs: review.id, ...review }]);
      put(change(number));
    },
  };
}
export type MemoryForge = ReturnType<typeof createMemoryForge>;
