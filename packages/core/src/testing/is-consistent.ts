import type { DigestText } from "../kernel/digest.ts";
import type { Checkpoint } from "../proof/checkpoint/checkpoint.ts";
import { nodeHash } from "../proof/checkpoint/merkle-tree.ts";

/** A tree by its size and its root. */
export type TreeHead = Pick<Checkpoint, "size" | "root">;

/** Returns true if the proof shows that one tree only appends to the other. */
export function isConsistent(
  before: TreeHead,
  after: TreeHead,
  proof: readonly DigestText[],
): boolean {
  if (before.size === 0 || before.size >= after.size)
    return proof.length === 0 && isTrivial(before, after);
  const walk = { node: before.size - 1, last: after.size - 1 };
  while (walk.node % 2 === 1) halve(walk);
  const [first, ...others] = walk.node === 0 ? [before.root, ...proof] : proof;
  if (first === undefined) return false;
  const roots = climb(walk, first, others);
  return roots?.before === before.root && roots.after === after.root;
}

/** Computes both roots from the first hash of a proof and the others. Null if there are too many or too few. */
function climb(
  walk: LevelWalk,
  first: DigestText,
  others: readonly DigestText[],
): { before: DigestText; after: DigestText } | null {
  let [before, after] = [first, first];
  for (const one of others) {
    if (walk.last === 0) return null;
    if (isRightSide(walk)) [before, after] = [nodeHash(one, before), nodeHash(one, after)];
    else after = nodeHash(after, one);
  }
  return walk.last === 0 ? { before, after } : null;
}

/** An empty tree begins every other, and a tree begins itself. */
function isTrivial(before: TreeHead, after: TreeHead): boolean {
  return before.size === 0 || (before.size === after.size && before.root === after.root);
}

/** A node's place on its level, and the last place there. */
type LevelWalk = { node: number; last: number };

/** Climbs one level. Returns true if the sibling is on the left. */
function isRightSide(walk: LevelWalk): boolean {
  const isRight = walk.node % 2 === 1 || walk.node === walk.last;
  if (isRight) while (walk.node % 2 === 0 && walk.node !== 0) halve(walk);
  halve(walk);
  return isRight;
}

function halve(walk: LevelWalk): void {
  walk.node = Math.trunc(walk.node / 2);
  walk.last = Math.trunc(walk.last / 2);
}
