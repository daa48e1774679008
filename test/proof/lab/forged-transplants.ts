import type { PersonAct } from "@countersign/core";
import { keyOf } from "./act-drafts.ts";
import { type ActDraft, digestOfChanges, signAct } from "./append-move.ts";
import type { Forgery } from "./forgery.ts";
import { plainFile, TARGET } from "./lab.ts";
import { reviewFiles, reviewMove } from "./review-move.ts";
import { workOn } from "./work.ts";

const EARLY = plainFile("export const early = 1;\n");

/** Acts that people really signed, moved to a place where they do not belong. */
export const FORGED_TRANSPLANTS: readonly Forgery[] = [
  {
    name: "an approval of an earlier round with other files",
    problem: "act_content",
    step: "carry",
    tampering: {
      acts: (acts, lab) => {
        // Without a file of its own, the earlier round could have the same content by chance.
        const files = new Map(workOn(lab, lab.files, "other")).set("src/early.ts", EARLY);
        const tree = lab.store.tree(files);
        const changes = digestOfChanges(lab.files, files);
        return acts.map((draft) => aboutContent(draft, { tree, changes }));
      },
    },
  },
  {
    name: "approvals of other work that was never merged",
    problem: "act_task",
    tampering: { acts: (_acts, lab) => reviewMove(lab, "squash", "approved", false).acts },
  },
  {
    name: "approvals from another repository of the same people",
    problem: "act_repository",
    tampering: {
      acts: (_acts, lab) => {
        const trust = { ...lab.trust, repository: `csr_${"8".repeat(32)}` };
        return reviewMove({ ...lab, trust }, "squash", "approved", false).acts;
      },
    },
  },
  {
    name: "an approval of the same files for another branch",
    problem: "act_target",
    tampering: {
      acts: (acts) =>
        acts.map((draft) => ({
          ...draft,
          subject: { ...draft.subject, name: TARGET.replace("main", "release") },
        })),
    },
  },
  {
    name: "the same work again with its old acts, after it was reverted",
    problem: "act_used",
    before: ["squash", (lab) => reviewFiles(lab, () => lab.past.at(-2)?.files ?? lab.files)],
    step: (lab) => reviewFiles(lab, () => lab.past.at(-2)?.files ?? lab.files),
    tampering: { signed: (_acts, lab) => lab.proofs.at(-2)?.acts ?? [] },
  },
  {
    name: "an act whose line names its person twice",
    problem: "proof_malformed",
    tampering: {
      signed: ([first, ...others], lab) => {
        if (first === undefined) return others;
        const line = first.line.replace('"by":', '"by":"eve","by":');
        const sshsig = keyOf(lab, first.act.by).sign(line, {});
        return [{ ...first, line, sshsig }, ...others];
      },
    },
  },
  {
    name: "an act that was signed as a statement of another kind",
    problem: "act_kind",
    tampering: {
      signed: ([first, ...others], lab) => {
        if (first === undefined) return others;
        const { by, key, level, repository, trust, note, nonce, at, until } = first.act;
        const common = { by, key, level, repository, trust, note, nonce, at, until };
        const act: PersonAct = { act: "retract", ...common, retracts: first.digest };
        const tree = lab.store.tree(lab.files);
        const subject = { name: TARGET, tree };
        return [signAct({ act, key: keyOf(lab, by), subject, parts: {} }), ...others];
      },
    },
  },
];

function aboutContent(draft: ActDraft, content: { tree: string; changes: string }): ActDraft {
  const { act, subject } = draft;
  if (!("content" in act)) return draft;
  return {
    ...draft,
    act: { ...act, content: { ...act.content, ...content } },
    subject: { ...subject, tree: content.tree },
  };
}
