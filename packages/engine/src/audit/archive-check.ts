import type { Statement } from "../ports/seal-body.ts";
import { type Leaf, merkleRoot } from "../seal/merkle-root.ts";

type ArchiveProblem = { kind: "not_archived" | "other_archive"; task: string };

/**
 * Compares the tasks whose entries are missing from an export with the ones that the seals say were archived.
 *
 * Only a seal can say that a month is archived, and it names the ends of exactly its logs. So a claim in the database
 * hides no deleted entry.
 */
export function createArchiveCheck() {
  /** Roots of the archived months that no later seal says were restored. */
  const roots = new Map<string, string>();
  /** Ends of the logs without entries, by month and task. */
  const missing = new Map<string, Map<string, Leaf>>();
  return {
    readStatement(says: Statement | undefined): void {
      if (says?.type === "archive") roots.set(says.month, says.root);
      if (says?.type === "restore") roots.delete(says.month);
    },
    addLeaf(month: string, leaf: Leaf): void {
      const known = missing.get(month) ?? new Map<string, Leaf>();
      known.set(leaf.task, { ...leaf, first: 1 });
      missing.set(month, known);
    },
    /** Returns the number of tasks without entries. */
    count: (): number => [...missing.values()].reduce((sum, { size }) => sum + size, 0),
    /** An export that begins later does not hold all leaves of a month, so their root is unknown. */
    problems(isWhole: boolean): ArchiveProblem[] {
      return [...missing].flatMap(([month, leaves]): ArchiveProblem[] => {
        const root = roots.get(month);
        const [task = ""] = leaves.keys();
        if (root === undefined)
          return [...leaves.keys()].map((name) => ({ kind: "not_archived", task: name }));
        const isSame = !isWhole || merkleRoot([...leaves.values()]) === root;
        return isSame ? [] : [{ kind: "other_archive", task }];
      });
    },
  };
}
