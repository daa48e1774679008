import type { Finding, PersonAct } from "@countersign/core";
import { actDraft, commonFields, keyOf } from "./act-drafts.ts";
import type { ActDraft, MoveDraft } from "./append-move.ts";
import { digestOfChanges } from "./append-move.ts";
import { type Lab, POLICY_PATH, plainFile, policyText } from "./lab.ts";
import { policyAt } from "./lab-policy.ts";
import { type Files, ObjectStore } from "./object-store.ts";
import { approvalsOf, decideRound, planRound, type ReviewDraft } from "./review.ts";
import { moveChanges, workOn } from "./work.ts";

/** What people do about a round besides approving it. */
export type ReviewKind =
  | "approved"
  | "overridden"
  | "disposed"
  | "released"
  | "labelled"
  | "mode_set"
  | "carried";

type ReviewHow = "merge" | "squash" | "rebase" | "forge";

type Work = { base: Files; files: Files; baseId: string; head: string; tree: string };

/** Drafts a reviewed move. With `isMoved` the work began before the newest move of the target. */
export function reviewMove(
  lab: Lab,
  how: ReviewHow,
  kind: ReviewKind,
  isMoved: boolean,
): MoveDraft {
  lab.tasks += 1;
  const work = isMoved ? olderWork(lab, how) : freshWork(lab, how);
  return draftMove(lab, work, { how, kind, isMoved });
}

/** Drafts the squash of exactly these changes. A forger plans its review from the facts of other changes. */
export function reviewFiles(
  lab: Lab,
  change: (files: Files) => Files,
  planned: Partial<Pick<ReviewDraft, "files" | "policy">> = {},
): MoveDraft {
  lab.tasks += 1;
  const work = { base: lab.files, files: change(lab.files), baseId: lab.commit };
  const how = { how: "squash", kind: "approved", isMoved: false } as const;
  return draftMove(lab, committed(lab, "squash", work), how, planned);
}

/** Drafts a reviewed change of the policy. The owners answer for code afterwards, or no longer do. */
export function policyMove(lab: Lab): MoveDraft {
  const isAsked = lab.files.get(POLICY_PATH)?.text !== policyText(lab.presence);
  const layers = isAsked ? ["peer"] : ["peer", "owner"];
  const text = policyText(lab.presence, { chains: { code: layers } });
  return reviewFiles(lab, (files) => new Map(files).set(POLICY_PATH, plainFile(text)));
}

type MoveOptions = { how: ReviewHow; kind: ReviewKind; isMoved: boolean };

function draftMove(
  lab: Lab,
  work: Work,
  { how, kind, isMoved }: MoveOptions,
  planned: Partial<Pick<ReviewDraft, "files" | "policy">> = {},
): MoveDraft {
  const files = isMoved ? moveChanges(lab.files, work.base, work.files) : work.files;
  const review = { ...reviewOf(lab, work, kind, isMoved), ...planned };
  const plan = planRound(review);
  const acts = actsOf(lab, review, kind, plan);
  return {
    how,
    files,
    acts,
    round: (signed) => decideRound(review, plan, signed),
    commit: (tree, trailer) => storeCommit(lab, how, { tree, trailer, work, task: review.task }),
  };
}

/** Work on the newest commit of the target. */
function freshWork(lab: Lab, how: ReviewHow): Work {
  const files = workOn(lab, lab.files);
  return committed(lab, how, { base: lab.files, files, baseId: lab.commit });
}

/** Work that began at an older commit and touches files that did not change since. */
function olderWork(lab: Lab, how: ReviewHow): Work {
  const { random, past } = lab;
  const older = past.slice(-4, -1);
  const { commit, files: base } = random.pick([past[past.length - 1] ?? lab, ...older]);
  const changed = new Map(base);
  const isSame = (path: string) => base.get(path)?.text === lab.files.get(path)?.text;
  const [first = "src/other.ts", ...more] = [...base.keys()].filter(
    (path) => /^(?:src|lib)\//.test(path) && isSame(path) && lab.files.has(path),
  );
  const path = random.pick([first, ...more]);
  const old = base.get(path)?.text ?? "";
  changed.set(path, { mode: "100644", text: `${old}export const late${lab.tasks} = 1;\n` });
  return committed(lab, how, { base, files: changed, baseId: commit });
}

/** The commit of the work. A squash leaves it out of the repository. */
function committed(lab: Lab, how: ReviewHow, work: Pick<Work, "base" | "files" | "baseId">): Work {
  const isKept = how === "merge" || how === "rebase";
  const store = isKept ? lab.store : new ObjectStore(lab.store.format);
  const tree = store.tree(work.files);
  const commit = (parent: string, number: number) =>
    store.commit({
      ...{ tree, parents: [parent], message: `Work on task ${lab.tasks}, part ${number}\n` },
      author: "claude <claude@agents.test>",
      atSeconds: lab.atSeconds - 300 + number,
    });
  const first = commit(work.baseId, 1);
  return { ...work, head: lab.random.chance(0.3) ? commit(first, 2) : first, tree };
}

function reviewOf(lab: Lab, work: Work, kind: ReviewKind, isMoved: boolean): ReviewDraft {
  const changes = digestOfChanges(work.base, work.files);
  return {
    task: `cs-${lab.tasks}`,
    number: kind === "carried" ? 2 : 1 + lab.random.below(3),
    content: { base: work.baseId, head: work.head, tree: work.tree, changes },
    binding: isMoved ? "changes" : "tree",
    base: work.base,
    files: work.files,
    policy: policyAt(lab.files),
    assignment: {
      ...{ title: `Task ${lab.tasks}`, statedBy: "author", assignee: "claude" },
      authors: ["claude"],
      labels: kind === "labelled" ? [{ name: "trivial", by: "person" }] : [],
      modeChoices: kind === "mode_set" ? [{ mode: "auto", by: "person" }] : [],
      avoid: [],
    },
    findings: kind === "disposed" ? [dismissed("F-1"), dismissed("F-2")] : [],
    resolutions: kind === "released" ? [{ do: "grant_attempts", attempts: 2 }] : [],
    isApproved: kind !== "overridden",
  };
}

function dismissed(id: "F-1" | "F-2"): Finding {
  return {
    ...{ id, fingerprint: id.slice(2).padStart(64, "0"), severity: "major" },
    ...{ category: "correctness", message: "It breaks", raisedBy: ["codex"], rounds: [1, 2, 3] },
    disposition:
      id === "F-1"
        ? { is: "dismissed", reason: "It does not", by: "ana" }
        : { is: "deferred", link: "https://shop.test/1", by: "ben" },
  };
}

function actsOf(
  lab: Lab,
  review: ReviewDraft,
  kind: ReviewKind,
  plan: ReturnType<typeof planRound>,
): ActDraft[] {
  const onTask = (by: string) => ({
    ...commonFields(lab, by, keyOf(lab, by)),
    task: review.task,
    round: kind === "carried" ? 1 : review.number,
    content: review.content,
    policy: review.policy.digest,
    plan: plan.digest,
  });
  const shown = {
    shown: { what: "diff", sha256: lab.random.hex(64), files: 2, opened: 2, unshown: [] },
    findings: {
      sha256: lab.random.hex(64),
      counts: { critical: 0, major: 0, warning: 0, info: 0 },
    },
  } satisfies Partial<Extract<PersonAct, { act: "approve" }>>;
  const acts: PersonAct[] = approvalsOf(review, plan).map(({ id, by }) => ({
    ...{ act: "approve", ...onTask(by), ...shown },
    requirement: { id, sha256: plan.requirements.find((one) => one.id === id)?.digest ?? "" },
  }));
  if (kind === "overridden") acts.push({ act: "override", ...onTask("ben"), ...shown });
  if (kind === "disposed")
    acts.push(
      { act: "dispose", ...onTask("ana"), disposed: [{ id: "F-1", is: "dismissed" }] },
      { act: "dispose", ...onTask("ben"), disposed: [{ id: "F-2", is: "deferred" }] },
    );
  if (kind === "released")
    acts.push({ act: "release", ...onTask("ana"), resolutions: [...review.resolutions] });
  if (kind === "labelled")
    acts.push({ act: "label", ...onTask("ben"), label: "trivial", added: true });
  if (kind === "mode_set") acts.push({ act: "mode", ...onTask("ana"), mode: "auto" });
  return acts.map((act) => actDraft(lab, act, review.content.tree));
}

type CommitParts = { tree: string; trailer: string; work: Work; task: string };

function storeCommit(lab: Lab, how: ReviewHow, { tree, trailer, work, task }: CommitParts): string {
  if (how === "rebase") return work.head;
  const isOurs = how !== "forge";
  return lab.store.commit({
    tree,
    parents: how === "merge" ? [lab.commit, work.head] : [lab.commit],
    message: isOurs
      ? `Land ${task}\n\nCountersign-Task: ${task}\nCountersign-Proof: ${trailer}\n`
      : `Land ${task} (#${lab.tasks})\n`,
    author: isOurs ? "countersign <countersign@localhost>" : "Forge <noreply@forge.test>",
    atSeconds: lab.atSeconds + 90,
  });
}
