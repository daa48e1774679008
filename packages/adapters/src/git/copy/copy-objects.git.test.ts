import { globSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { hashObject } from "../format/object-bytes.ts";
import {
  readObject,
  readObjectInfo,
  readObjects,
  readStoredInfo,
} from "../objects/read-objects.ts";
import { writeObjects } from "../objects/write-object.ts";
import { findGit } from "../program/git-settings.ts";
import { locateMirror, type MirrorDirectory } from "../program/mirror-directory.ts";
import { type MirroredWorkshop, openMirrored, refusalCode } from "../testing/open-mirror.ts";
import { openRecorded, type RecordedMirror } from "../testing/recorded-git.ts";

type Lab = MirroredWorkshop & Pick<RecordedMirror, "started">;

/** A mirror that has a base and a running reader. */
async function openWithBase(): Promise<Lab> {
  const workshop = openMirrored();
  const lab = { ...workshop, ...openRecorded(join(workshop.folder, "data")) };
  lab.write("a.ts", "a\n");
  lab.write("dir/b.ts", "b\n");
  symlinkSync("a.ts", join(lab.repo, "link"));
  lab.write(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = https://acme.test/x\n');
  lab.commit("Base");
  await lab.mirror.fetch(lab.repository, { branch: "main" });
  lab.started();
  return lab;
}

function filesOf(lab: Lab, pattern: string): string[] {
  return globSync(join(lab.folder, "data/mirrors/*.git/objects", pattern));
}

describe("copyIntoMirror", () => {
  it("writes a small change on a known commit as loose objects, without a git process", async () => {
    const lab = await openWithBase();
    const packs = filesOf(lab, "pack/*.pack");
    lab.write("dir/c.ts", "c\n");
    const commit = lab.commit("Change");

    await lab.mirror.fetch(lab.repository, { branch: "main" });

    expect(lab.started()).toEqual([]);
    expect(filesOf(lab, "pack/*.pack")).toEqual(packs);
    const loose = filesOf(lab, "[0-9a-f][0-9a-f]/*");
    expect(loose).toHaveLength(4);
    expect(loose.map((file) => statSync(file).mode & 0o777)).toEqual(loose.map(() => 0o444));
    const [mirror = ""] = filesOf(lab, "..");
    expect(lab.git("--git-dir", mirror, "fsck", "--strict", "--no-dangling")).toBe("");
    expect(lab.git("--git-dir", mirror, "show", `${commit}:dir/c.ts`)).toBe("c");
  });

  it.each<[string, (lab: Lab) => void]>([
    ["more than 64 objects", (lab) => addFiles(lab, 64, "x")],
    ["more than a megabyte", (lab) => addFiles(lab, 3, "x".repeat(400_000))],
    ["a new link", (lab) => symlinkSync("a.ts", join(lab.repo, "other"))],
    ["a changed .gitmodules", (lab) => lab.write(".gitmodules", "# none\n")],
    ["a new .gitattributes", (lab) => lab.write(".gitattributes", "*.png binary\n")],
    ["a short name of Windows", (lab) => lab.write("file~1", "x\n")],
  ])("hands %s to git", async (_, change) => {
    const lab = await openWithBase();
    change(lab);
    lab.commit("Change");

    await lab.mirror.fetch(lab.repository, { branch: "main" });

    expect(lab.started()).toEqual(["index-pack"]);
  });

  it("refuses a commit whose tree git refuses, and keeps nothing of it", async () => {
    const lab = await openWithBase();
    const file = lab.git("rev-parse", "main:a.ts");
    const tree = lab.feed(`100644 blob ${file}\t.GIT\n`, "mktree");
    const commit = lab.git("commit-tree", "-p", "main", "-m", "Hostile", tree);
    lab.git("update-ref", "refs/heads/main", commit);

    const copying = lab.mirror.fetch(lab.repository, { branch: "main" });

    expect(await refusalCode(copying)).toBe("upstream_failed");
    expect(lab.started()).toEqual(["index-pack"]);
    expect(filesOf(lab, "[0-9a-f][0-9a-f]/*")).toEqual([]);
  });
});

function addFiles(lab: Lab, count: number, content: string): void {
  for (let at = 0; at < count; at += 1) lab.write(`new/${at}`, `${at} ${content}`);
}

describe("writeObjects", () => {
  it("lets git hash what the disk has, and refuses an object that does not match its id", async () => {
    const lab = await openWithBase();
    const { mirror } = countQuestions(lab);
    const bytes = Buffer.from("truth\n");
    const lying: MirrorDirectory = {
      ...mirror,
      ask: async (args, question) => {
        for (const file of filesOf(lab, "[0-9a-f][0-9a-f]/*")) {
          rmSync(file);
          writeFileSync(file, deflateSync("blob 6\0lies!\n"));
        }
        return await mirror.ask(args, question);
      },
    };

    const writing = writeObjects(lying, [{ type: "blob", bytes }], 40);

    expect(await refusalCode(writing)).toBe("invalid_input");
  });

  it("keeps small objects in memory, but asks git whether one is stored", async () => {
    const lab = await openWithBase();
    const { asked, mirror } = countQuestions(lab);
    const object = { type: "blob", bytes: Buffer.from("new\n") } as const;
    await writeObjects(mirror, [object], 40);
    const id = hashObject(object, 40);
    const before = asked();

    expect(await readObjectInfo(mirror, [id])).toEqual([{ id, type: "blob", size: 4 }]);
    expect(await readObject(mirror, { id, type: "blob", size: 4 })).toEqual(object.bytes);
    expect(asked() - before).toBe(0);
    expect(await readStoredInfo(mirror, [id])).toEqual([{ id, type: "blob", size: 4 }]);
    expect(asked() - before).toBe(1);
  });

  it("reads each object once in a mix of known and unknown ones", async () => {
    const lab = await openWithBase();
    const { asked, mirror } = countQuestions(lab);
    const ids = ["HEAD:a.ts", "HEAD:dir/b.ts", "HEAD:a.ts"].map((name) =>
      lab.git("rev-parse", name),
    );
    const [first = ""] = ids;
    const infos = (await readObjectInfo(mirror, ids)).filter((info) => info !== null);
    await readObjects(mirror, infos.slice(0, 1), () => {});
    const read: string[] = [];
    await readObjects(mirror, infos, (_, bytes) => void read.push(bytes.toString()));

    expect(read).toEqual(["a\n", "b\n", "a\n"]);
    expect(asked()).toBe(3);
    expect(mirror.cache.objects.get(first)?.bytes.toString()).toBe("a\n");
  });
});

/** A mirror directory that counts its questions to git. */
function countQuestions(lab: Lab): { asked(): number; mirror: MirrorDirectory } {
  const settings = { binary: findGit(undefined), home: lab.folder, timeoutMs: 10_000 };
  const mirror = locateMirror(settings, join(lab.folder, "data", "mirrors"), "acme/shop");
  let questions = 0;
  const ask: MirrorDirectory["ask"] = (args, question) => {
    questions += 1;
    return mirror.ask(args, question);
  };
  return { asked: () => questions, mirror: { ...mirror, ask } };
}
