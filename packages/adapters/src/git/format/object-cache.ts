import type { DigestedChanges } from "@countersign/engine";
import type { BytePath } from "../paths/byte-path.ts";
import type { StoredObject } from "./object-bytes.ts";
import type { ParsedCommit } from "./parse-commit.ts";
import type { TreeEntries, TreeEntry } from "./parse-tree.ts";

/** A bounded cache of objects by id. An entry does not show that the mirror still has the object. */
export type ObjectCache = {
  /** Small objects, as written or read recently. */
  objects: CacheMap<StoredObject>;
  /** The tree of a commit or tree. */
  treeIds: CacheMap<string>;
  commits: CacheMap<ParsedCommit>;
  trees: CacheMap<TreeEntries>;
  /** All files of a tree by its id. */
  listings: CacheMap<readonly ListedEntry[]>;
  /** The digest of the changes between two trees, by both. */
  changes: CacheMap<DigestedChanges>;
  /** What git printed about the difference of two trees, by the command and the trees. */
  diffs: CacheMap<Buffer>;
};

/** A file of a tree, at its path. */
export type ListedEntry = readonly [BytePath, TreeEntry];

type CacheMap<Value> = {
  get(id: string): Value | undefined;
  set(id: string, value: Value): void;
};

const MAX_IDS = 5_000;
const MAX_CHANGES = 200;
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_COMMIT_CHARACTERS = 2 * 1024 * 1024;
const MAX_TREE_ENTRIES = 20_000;

/** The approximate size of an entry without its content. */
const OBJECT_BYTES = 200;

/** The approximate size of a commit's ids and names. */
const COMMIT_CHARACTERS = 500;

export function createObjectCache(): ObjectCache {
  return {
    objects: keepLatest(MAX_BYTES, ({ bytes }) => OBJECT_BYTES + bytes.length),
    diffs: keepLatest(MAX_BYTES, ({ length }) => OBJECT_BYTES + length),
    changes: keepLatest(MAX_CHANGES, () => 1),
    treeIds: keepLatest(MAX_IDS, () => 1),
    commits: keepLatest(MAX_COMMIT_CHARACTERS, ({ message }) => COMMIT_CHARACTERS + message.length),
    trees: keepLatest(MAX_TREE_ENTRIES, ({ size }) => size + 1),
    listings: keepLatest(MAX_TREE_ENTRIES, ({ length }) => length + 1),
  };
}

/**
 * Evicts the oldest entries when the total weight exceeds the limit. An entry that was used since it was added stays for
 * another round.
 */
function keepLatest<Value>(most: number, weigh: (value: Value) => number): CacheMap<Value> {
  const kept = new Map<string, { value: Value; isUsed: boolean }>();
  let weight = 0;
  const forget = (id: string): void => {
    const entry = kept.get(id);
    if (entry === undefined) return;
    kept.delete(id);
    weight -= weigh(entry.value);
  };
  const renew = (id: string, value: Value): void => {
    kept.delete(id);
    kept.set(id, { value, isUsed: false });
  };
  return {
    get(id) {
      const entry = kept.get(id);
      if (entry === undefined) return undefined;
      entry.isUsed = true;
      return entry.value;
    },
    set(id, value) {
      forget(id);
      kept.set(id, { value, isUsed: false });
      weight += weigh(value);
      for (const [oldest, entry] of kept) {
        if (weight <= most) break;
        if (entry.isUsed) renew(oldest, entry.value);
        else forget(oldest);
      }
    },
  };
}
