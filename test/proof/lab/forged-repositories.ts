import { appendMove } from "./append-move.ts";
import type { Forgery } from "./forgery.ts";
import { createLab, plainFile } from "./lab.ts";
import { rootMove } from "./trust-move.ts";

/** Repositories whose refs, proofs or objects somebody changed after the fact. */
export const FORGED_REPOSITORIES: readonly Forgery[] = [
  {
    name: "a proof removed from the middle of the chain",
    problem: "move_number",
    finish: ({ proofs, number }) => {
      proofs.splice(number - 1, 1);
    },
  },
  {
    name: "two proofs that changed places",
    problem: "move_number",
    finish: ({ proofs, number }) => {
      proofs.splice(number - 1, 2, ...proofs.slice(number - 1, number + 1).reverse());
    },
  },
  {
    name: "a proof stored twice",
    problem: "move_number",
    finish: ({ proofs, number }) => {
      proofs.splice(number - 1, 0, ...proofs.slice(number - 1, number));
    },
  },
  {
    name: "a proof stored for another commit",
    problem: "commit_other",
    finish: ({ proofs, number, lab }) => {
      const [proof] = proofs.slice(number - 1, number);
      const commit = lab.past[number - 2]?.commit ?? lab.commit;
      if (proof !== undefined) proofs.splice(number - 1, 1, { ...proof, commit });
    },
  },
  {
    name: "the proof of the newest merge removed",
    problem: "proof_removed",
    isLast: true,
    finish: ({ proofs }) => {
      proofs.pop();
    },
  },
  {
    name: "all proofs removed",
    problem: "proof_missing",
    finish: ({ proofs }) => {
      proofs.length = 0;
    },
  },
  {
    name: "a target moved by hand",
    problem: "foreign",
    finish: ({ lab, refs }) => {
      refs.target = lab.store.commit({
        tree: lab.store.tree(new Map(lab.files).set("src/door.ts", plainFile("open\n"))),
        ...{ parents: [lab.commit], message: "Repair\n", author: "Eve <eve@shop.test>" },
        atSeconds: lab.atSeconds,
      });
    },
  },
  {
    name: "a target set back",
    problem: "history_left",
    finish: ({ lab, refs, number }) => {
      refs.target = lab.past[number - 2]?.commit ?? lab.commit;
    },
  },
  {
    name: "a target that was rewritten",
    problem: "history_left",
    finish: ({ lab, refs, number }) => {
      refs.target = lab.store.commit({
        tree: lab.store.tree(lab.files),
        ...{ parents: [lab.past[number - 2]?.commit ?? ""], message: "One commit\n" },
        ...{ author: "Eve <eve@shop.test>", atSeconds: lab.atSeconds },
      });
    },
  },
  {
    name: "a file whose bytes do not fit its id",
    problem: "object_altered",
    finish: ({ lab, number }) => {
      const before = lab.past[number - 2]?.files;
      const changed = [...(lab.past[number - 1]?.files ?? [])].find(
        ([path, { text, mode }]) => mode !== "160000" && before?.get(path)?.text !== text,
      );
      const id = lab.store.blob(changed?.[1].text ?? "");
      lab.store.objects.set(id, {
        type: "blob",
        bytes: Buffer.from("export const open = true;\n"),
      });
    },
  },
  {
    name: "a commit whose bytes do not fit its id",
    problem: "object_altered",
    finish: ({ lab, number }) => {
      const id = lab.past[number - 1]?.commit ?? "";
      const bytes = lab.store.objects.get(id)?.bytes.toString() ?? "";
      const changed = bytes.replace("Land", "Lend");
      lab.store.objects.set(id, { type: "commit", bytes: Buffer.from(changed) });
    },
  },
  {
    name: "a tree whose bytes do not fit its id",
    problem: "object_altered",
    finish: ({ lab, number }) => {
      const id = lab.store.tree(lab.past[number - 1]?.files ?? new Map());
      const other = lab.store.tree(new Map(lab.files).set("src/door.ts", plainFile("open\n")));
      const bytes = lab.store.objects.get(other)?.bytes ?? Buffer.of();
      lab.store.objects.set(id, { type: "tree", bytes });
    },
  },
  {
    name: "another root than the pinned one",
    problem: "root_other",
    root: (lab) => {
      const other = createLab({ seed: lab.random.below(1_000_000) });
      return `csr1${appendMove(other, rootMove(other)).digest}`;
    },
  },
  { name: "a root that nobody pinned", problem: "root_unknown", root: () => undefined },
];
