import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashObject, type ObjectType, type StoredObject } from "../format/object-bytes.ts";
import { packBytes } from "../format/pack-bytes.ts";
import { readLoose } from "../objects/read-loose.ts";
import { findGit } from "../program/git-settings.ts";
import { locateMirror } from "../program/mirror-directory.ts";
import {
  COMMIT_FAULTS,
  type NamedObjects,
  newEntries,
  type RawEntry,
  rawTree,
  sorted,
  TREE_FAULTS,
} from "../testing/faulty-objects.ts";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";
import { times } from "../testing/times.ts";
import { canWriteObjects } from "./check-objects.ts";
import { type CollectedObjects, collectObjects } from "./collect-objects.ts";

const RUNS = times(400);
const DIGITS = 40;

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

const work = fc.record({
  entries: newEntries,
  isInFolder: fc.boolean(),
  treeFault: rarely(fc.constantFrom(...Object.keys(TREE_FAULTS))),
  commitFault: rarely(fc.constantFrom(...Object.keys(COMMIT_FAULTS))),
  /** A byte of the tree or the commit to change, and the change. */
  flip: rarely(
    fc.tuple(fc.constantFrom("tree", "commit"), fc.nat(400), fc.integer({ min: 1, max: 255 })),
  ),
});
type Work = typeof work extends fc.Arbitrary<infer Value> ? Value : never;

const FAULTLESS: Work = {
  ...{ entries: [{ name: "b", mode: "100644" }], isInFolder: false },
  ...{ treeFault: null, commitFault: null, flip: null },
};

/** Each fault alone, and none. */
const EXAMPLES: Work[] = [
  FAULTLESS,
  ...Object.keys(TREE_FAULTS).flatMap((treeFault) =>
    [true, false].map((isInFolder) => ({ ...FAULTLESS, treeFault, isInFolder })),
  ),
  ...Object.keys(COMMIT_FAULTS).map((commitFault) => ({ ...FAULTLESS, commitFault })),
];

/** A mirror that keeps a base, and the base's objects. */
async function openBase() {
  const lab = openMirrored();
  lab.write("a.ts", "a\n");
  lab.write("dir/c", "c\n");
  lab.write("dir/deep/d", "d\n");
  lab.write(".gitattributes", "*.png binary\n");
  const base = lab.commit("Base");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  const settings = { binary: findGit(undefined), home: lab.folder, timeoutMs: 60_000 };
  const mirror = locateMirror(settings, join(lab.folder, "data", "mirrors"), "acme/shop");
  const store = join(lab.repo, ".git", "objects");
  const entriesOf = (tree: string): RawEntry[] =>
    lab
      .git("ls-tree", tree)
      .split("\n")
      .map((line) => {
        const [mode = "", , id = "", name = ""] = line.split(/[ \t]/);
        return { mode: mode.replace(/^0/, ""), name, id };
      });
  const ids: NamedObjects = {
    file: lab.git("rev-parse", "main:a.ts"),
    folder: lab.git("rev-parse", "main:dir/deep"),
    commit: base,
    missing: "1".repeat(DIGITS),
    zero: "0".repeat(DIGITS),
    longAttributes: lab.feed(`*.x ${"y".repeat(3_000)}\n`, "hash-object", "-w", "--stdin"),
  };
  const tree = lab.git("rev-parse", "main^{tree}");
  return {
    lab,
    base,
    tree,
    mirror,
    store,
    ids,
    root: entriesOf("main"),
    dir: entriesOf("main:dir"),
  };
}

type Base = Awaited<ReturnType<typeof openBase>>;

/** Builds the objects of a commit on the base. */
function build({ base, ids, root, dir }: Base, drawn: Work) {
  const objects = new Map<string, StoredObject>();
  const put = (type: ObjectType, bytes: Buffer): string => {
    const id = hashObject({ type, bytes }, DIGITS);
    objects.set(id, { type, bytes });
    return id;
  };
  const flipped = (type: string, bytes: Buffer): Buffer => {
    const [kind, at, by] = drawn.flip ?? ["", 0, 0];
    const copy = Buffer.from(bytes);
    if (kind === type && copy.length > 0)
      copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ by;
    return copy;
  };
  const file = put("blob", Buffer.from(`new ${drawn.entries.length}\n`));
  const folder = put("tree", rawTree([{ mode: "100644", name: "f", id: file }]));
  const fresh = drawn.entries.map(({ name, mode }) => ({
    ...{ name, mode },
    id: mode.includes("40000") ? folder : file,
  }));
  const edited = (entries: readonly RawEntry[]): string => {
    const names = new Set(fresh.map(({ name }) => name));
    const whole = sorted([...entries.filter(({ name }) => !names.has(name)), ...fresh]);
    const faulty = drawn.treeFault === null ? whole : TREE_FAULTS[drawn.treeFault]?.(whole, ids);
    return put("tree", flipped("tree", rawTree(faulty ?? whole)));
  };
  const tree = drawn.isInFolder
    ? put(
        "tree",
        rawTree(root.map((one) => (one.name === "dir" ? { ...one, id: edited(dir) } : one))),
      )
    : edited(root);
  const person = "Ada <ada@acme.test> 1700000000 +0000";
  const text = `tree ${tree}\nparent ${base}\nauthor ${person}\ncommitter ${person}\n\nWork\n`;
  const faulty = drawn.commitFault === null ? text : COMMIT_FAULTS[drawn.commitFault]?.(text);
  const commit = put("commit", flipped("commit", Buffer.from(faulty ?? text, "latin1")));
  return { commit, objects };
}

/** Returns what git says against the objects; null if it accepts them. */
function complaintOfGit(lab: MirroredWorkshop, mirror: string, objects: StoredObject[]) {
  const scratch = join(lab.folder, "scratch");
  mkdirSync(scratch);
  const { status, stderr } = spawnSync(
    "git",
    ["--git-dir", mirror, "index-pack", "--stdin", "--strict"],
    {
      input: packBytes(objects, DIGITS),
      env: {
        ...{ PATH: process.env.PATH, LC_ALL: "C", GIT_OBJECT_DIRECTORY: scratch },
        GIT_ALTERNATE_OBJECT_DIRECTORIES: join(mirror, "objects"),
      },
    },
  );
  rmSync(scratch, { recursive: true });
  return status === 0 ? null : stderr.toString("utf8");
}

it(`writes no object that git refuses, in ${RUNS} random commits and in each fault alone`, async () => {
  const base = await openBase();
  const accepted = new Set<string>();
  const count = { refused: 0, accepted: 0, written: 0 };

  await fc.assert(
    fc.asyncProperty(work, async (drawn) => {
      const { commit, objects } = build(base, drawn);
      const collected = await collect(base, objects, commit);
      const isWritten = collected !== null && (await canWrite(base, collected));
      const inPack = [...(collected?.objects ?? objects).values()];
      const complaint = complaintOfGit(base.lab, base.mirror.path, inPack);
      const fault = `${drawn.treeFault}, ${drawn.commitFault}`;
      if (EXAMPLES.includes(drawn) && complaint === null) accepted.add(fault);
      count.refused += Number(complaint !== null);
      count.accepted += Number(complaint === null);
      count.written += Number(isWritten);
      if (isWritten) expect(complaint, fault).toBeNull();
    }),
    { numRuns: RUNS + EXAMPLES.length, examples: EXAMPLES.map((one): [Work] => [one]) },
  );

  expect([...accepted]).toEqual(["null, null"]);
  expect(count.refused).toBeGreaterThan(EXAMPLES.length + RUNS / 10);
  expect(count.written).toBeGreaterThan(count.accepted / 4);
});

async function canWrite({ mirror }: Base, collected: CollectedObjects): Promise<boolean> {
  return await canWriteObjects(mirror, collected, DIGITS).catch(() => false);
}

async function collect(
  { base, store, tree }: Base,
  objects: ReadonlyMap<string, StoredObject>,
  commit: string,
): Promise<CollectedObjects | null> {
  return await collectObjects(
    {
      read: async (id) => objects.get(id) ?? (await readLoose(store, id)),
      isKnown: async (id) => id === base,
      knownTree: async () => tree,
    },
    commit,
  ).catch(() => null);
}
