import { editAct, editLines, editMove, editRound, type Forgery, OTHER_DIGEST } from "./forgery.ts";
import { plainFile } from "./lab.ts";
import { labKey } from "./lab-key.ts";

/** Moves that do not say what happened. The engine's own key signs most of them. */
export const FORGED_MOVES: readonly Forgery[] = [
  {
    name: "a move edited after it was signed",
    problem: "move_signature",
    tampering: editLines(([move = "", ...others]) => [
      move.replace('"program":"countersign', '"program":"countersigm'),
      ...others,
    ]),
  },
  {
    name: "a move signed in the namespace of acts",
    problem: "move_namespace",
    tampering: { engine: ({ key }) => ({ key, parts: { namespace: "act@countersign" } }) },
  },
  {
    name: "a move signed by a key that is no engine's",
    problem: "move_key",
    tampering: {
      engine: (_engine, lab) => ({ key: labKey("ed25519", lab.random), parts: {} }),
    },
  },
  {
    name: "a move signed by the key of an earlier engine",
    problem: "move_key",
    before: "new_engine",
    tampering: {
      engine: ({ key, parts }, lab) => ({ key: lab.retired.at(-1) ?? key, parts }),
    },
  },
  {
    name: "a move with another number",
    problem: "move_number",
    tampering: editMove(({ number }) => ({ number: number + 1 })),
  },
  {
    name: "a move with another predecessor",
    problem: "move_previous",
    tampering: editMove(() => ({ previous: OTHER_DIGEST })),
  },
  {
    name: "a move with another parent",
    problem: "move_parent",
    tampering: editMove(({ parent }, lab) => ({ parent: lab.past.at(-2)?.commit ?? parent })),
    before: "squash",
  },
  {
    name: "a move of another repository",
    problem: "move_repository",
    tampering: editMove(() => ({ repository: `csr_${"9".repeat(32)}` })),
  },
  {
    name: "a move of another branch",
    problem: "move_target",
    tampering: {
      move: ({ subject: [{ digest }], ...rest }) => ({
        ...rest,
        subject: [{ name: "refs/heads/release", digest }],
      }),
    },
  },
  {
    name: "a reviewed move that calls itself accepted",
    problem: "move_shape",
    tampering: editMove(() => ({ how: "accept" })),
  },
  {
    name: "a move whose commit does not contain its parent",
    problem: "move_rewrites",
    before: "squash",
    tampering: {
      draft: (draft, lab) => ({
        ...draft,
        commit: (tree, trailer) =>
          lab.store.commit({
            ...{ tree, parents: [lab.past.at(-2)?.commit ?? lab.commit] },
            message: `Land\n\nCountersign-Proof: ${trailer}\n`,
            author: "countersign <countersign@localhost>",
            atSeconds: lab.atSeconds,
          }),
      }),
    },
  },
  {
    name: "a move about another commit",
    problem: "commit_other",
    tampering: {
      move: ({ subject: [{ name, digest }], ...rest }, lab) => ({
        ...rest,
        subject: [{ name, digest: { ...digest, gitCommit: lab.commit } }],
      }),
    },
  },
  {
    name: "a move about another tree",
    problem: "tree_other",
    tampering: {
      move: ({ subject: [{ name, digest }], ...rest }, lab) => ({
        ...rest,
        subject: [{ name, digest: { ...digest, gitTree: lab.store.tree(lab.files) } }],
      }),
    },
  },
  {
    name: "a move with other changes",
    problem: "changes_other",
    tampering: editMove(() => ({ changes: OTHER_DIGEST })),
  },
  {
    name: "approved changes that the two commits do not make",
    problem: "content_other",
    tampering: {
      ...editRound(({ content }) => ({ content: { ...content, changes: OTHER_DIGEST } })),
      ...editAct((act) =>
        "content" in act ? { content: { ...act.content, changes: OTHER_DIGEST } } : {},
      ),
    },
  },
  ...smuggled("a file smuggled into", (files) =>
    new Map(files).set("src/door.ts", plainFile("export const open = true;\n")),
  ),
  ...smuggled("a file mode smuggled into", (files) =>
    new Map(files).set("README.md", { mode: "100755", text: files.get("README.md")?.text ?? "" }),
  ),
  ...smuggled("a submodule smuggled into", (files, lab) =>
    new Map(files).set("vendor/more", { mode: "160000", text: "6".repeat(lab.commit.length) }),
  ),
  {
    name: "a merge whose trailer belongs to other acts",
    problem: "trailer_other",
    tampering: {
      draft: (draft) => ({ ...draft, commit: (tree) => draft.commit(tree, OTHER_DIGEST) }),
    },
  },
  {
    name: "a policy that is not the parent's",
    problem: "policy_other",
    tampering: editMove(({ policy }) => ({ policy: { ...policy, sha256: OTHER_DIGEST } })),
  },
  {
    name: "policy files that are not the parent's",
    problem: "policy_files",
    tampering: editMove(({ policy }) => ({ policy: { ...policy, files: [] } })),
  },
  {
    name: "a trust file that is not the parent's",
    problem: "trust_other",
    tampering: editMove(({ trust }) => ({ trust: { ...trust, sha256: OTHER_DIGEST } })),
  },
  {
    name: "accepted commits without a signature",
    problem: "not_reviewed",
    step: "accept",
    tampering: { acts: () => [] },
  },
  {
    name: "accepted commits whose act is about another step",
    problem: "not_reviewed",
    step: "accept",
    tampering: editAct((act) => (act.act === "accept" ? { from: act.to } : {})),
  },
];

/** Changes the commit after people approved the work: on top of the base, and where the target had moved. */
function smuggled(
  what: string,
  files: NonNullable<Forgery["tampering"]>["files"] & object,
): Forgery[] {
  const tampering = { files };
  return [
    { name: `${what} a squash`, problem: "binding_tree", tampering },
    {
      name: `${what} a squash of a moved target`,
      problem: "binding_changes",
      step: "squash_moved",
      tampering,
    },
    { name: `${what} a squash by the forge`, problem: "binding_tree", step: "forge", tampering },
  ];
}
