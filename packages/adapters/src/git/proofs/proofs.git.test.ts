import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ProofCommit } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import { type MirroredWorkshop, openMirrored } from "../testing/open-mirror.ts";

const SEGMENT = { target: "main", segment: 0 };
const REF = "refs/countersign/proofs/main/000000";

/** A repository in a format, with its first commit in the mirror. */
async function openShop(format = "sha1"): Promise<MirroredWorkshop & { tip: string }> {
  const shop = openMirrored([`--object-format=${format}`]);
  shop.write("readme.md", "shop\n");
  const tip = shop.commit("Begin");
  await shop.mirror.fetch(shop.repository, { branch: "main" });
  return { ...shop, tip };
}

function proofOf(subject: string, previous: string | null, text = "{}\n"): ProofCommit {
  const files = new Map([
    ["proof.jsonl", text],
    ["policy.json", '{"files":[]}\n'],
  ]);
  return { previous, subject, atSeconds: 1_790_000_000, files };
}

/** Writes a proof and moves the end of the segment to it. */
async function append(shop: MirroredWorkshop, proof: ProofCommit): Promise<string> {
  const next = await shop.mirror.writeProof(shop.repository.id, proof);
  await shop.mirror.copyProof(shop.repository, next);
  const move = { ...SEGMENT, expected: proof.previous, next };
  expect(await shop.mirror.moveProofRef(shop.repository, move)).toEqual({ moved: true });
  return next;
}

describe.each(["sha1", "sha256"])("proofs of a repository with %s ids", (format) => {
  it("are commits of a segment, each on top of the one before", async () => {
    const shop = await openShop(format);
    const first = await append(shop, proofOf(shop.tip, null));
    const second = await append(shop, proofOf(shop.tip, first, '{"a":1}\n'));
    expect(shop.git("log", "--format=%H %s", REF)).toBe(
      `${second} ${shop.tip}\n${first} ${shop.tip}`,
    );
    expect(shop.git("show", `${second}:proof.jsonl`)).toBe('{"a":1}');
    expect(shop.git("log", "-1", "--format=%an %ae %cn %ct", second)).toBe(
      "countersign countersign@localhost countersign 1790000000",
    );
    shop.git("fsck", "--strict", "--no-dangling");
  });
});

describe("the end of a segment", () => {
  it("moves once, and again without an effect", async () => {
    const shop = await openShop();
    const next = await append(shop, proofOf(shop.tip, null));
    const move = { ...SEGMENT, expected: null, next };
    expect(await shop.mirror.moveProofRef(shop.repository, move)).toEqual({ moved: true });
  });

  it("does not move if another party moved it", async () => {
    const shop = await openShop();
    const first = await append(shop, proofOf(shop.tip, null));
    shop.git("update-ref", REF, shop.tip);
    const next = await shop.mirror.writeProof(shop.repository.id, proofOf(shop.tip, first));
    const move = { ...SEGMENT, expected: first, next };
    expect(await shop.mirror.moveProofRef(shop.repository, move)).toEqual({
      moved: false,
      actual: shop.tip,
    });
    expect(await shop.mirror.readProofRef(shop.repository, SEGMENT)).toBe(shop.tip);
  });

  it("is restored from the mirror with all its proofs", async () => {
    const shop = await openShop();
    const first = await append(shop, proofOf(shop.tip, null));
    const second = await append(shop, proofOf(shop.tip, first));
    shop.git("update-ref", "-d", REF);
    shop.git("gc", "--quiet", "--prune=now");
    expect(await shop.mirror.readProofRef(shop.repository, SEGMENT)).toBeNull();
    await shop.mirror.copySegment(shop.repository, second);
    const move = { ...SEGMENT, expected: null, next: second };
    expect(await shop.mirror.moveProofRef(shop.repository, move)).toEqual({ moved: true });
    expect(shop.git("rev-list", "--count", REF)).toBe("2");
    shop.git("fsck", "--strict", "--no-dangling");
  });

  it("keeps its proofs in the mirror when that is tidied", async () => {
    const shop = await openShop();
    const proof = await append(shop, proofOf(shop.tip, null));
    await shop.mirror.maintain(shop.repository.id);
    await append(shop, proofOf(shop.tip, proof));
    await shop.mirror.maintain(shop.repository.id);
    const found = await shop.mirror.readFile(shop.repository.id, proof, "proof.jsonl", 1_000);
    expect(Buffer.from(found?.bytes ?? []).toString()).toBe("{}\n");
  });

  it("runs nothing of the repository", async () => {
    const shop = await openShop();
    const mark = join(shop.folder, "ran");
    shop.write(".git/hooks/reference-transaction", `#!/bin/sh\ntouch ${mark}\n`, 0o755);
    await append(shop, proofOf(shop.tip, null));
    const didRun = existsSync(mark);
    rmSync(mark, { force: true });
    expect(didRun).toBe(false);
  });
});

describe("a waypoint", () => {
  it("is placed, also in the mirror, and replaces any other value", async () => {
    const shop = await openShop();
    const object = await shop.mirror.writeProof(shop.repository.id, proofOf(shop.tip, null));
    await shop.mirror.copyProof(shop.repository, object);
    const waypoint = { target: "main", number: 12, object };
    const ref = "refs/countersign/waypoints/main/12";
    for (const before of [[], [], ["update-ref", ref, shop.tip]]) {
      if (before.length > 0) shop.git(...before);
      expect(await shop.mirror.placeWaypoint(shop.repository, waypoint)).toEqual({ moved: true });
      expect(shop.git("rev-parse", ref)).toBe(object);
    }
  });

  it.each([0, 1.5, Number.NaN])("refuses the number %j", async (number) => {
    const shop = await openShop();
    const placed = shop.mirror.placeWaypoint(shop.repository, {
      ...{ target: "main", number, object: shop.tip },
    });
    await expect(placed).rejects.toMatchObject({ code: "invalid_input" });
  });
});

describe("the name of a segment", () => {
  it.each(["../main", "main.lock", "a b", "-x", ""])("refuses the target %j", async (target) => {
    const shop = await openShop();
    const read = shop.mirror.readProofRef(shop.repository, { target, segment: 0 });
    await expect(read).rejects.toMatchObject({ code: "invalid_input" });
  });

  it.each([-1, 0.5, 1_000_000, Number.NaN])("refuses the number %j", async (segment) => {
    const shop = await openShop();
    const read = shop.mirror.readProofRef(shop.repository, { target: "main", segment });
    await expect(read).rejects.toMatchObject({ code: "invalid_input" });
  });
});
