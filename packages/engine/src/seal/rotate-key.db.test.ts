import { createPublicKey } from "node:crypto";
import { stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSignedBy, publicKeyId } from "../ports/seal-body.ts";
import { testDatabase } from "../testing/test-database.ts";
import { acceptLoss } from "./accept-loss.ts";
import { rotateKey } from "./rotate-key.ts";
import { sealedOrg } from "./testing/sealed-org.ts";

const database = await testDatabase();

describe("the key", () => {
  it("is made once, for its owner alone, and found again by another process", async () => {
    const { parts } = sealedOrg(database, "key");
    const keys = await Promise.all(Array.from({ length: 8 }, () => parts.signer.current()));

    expect(new Set(keys.map(({ id }) => id)).size).toBe(1);
    const { mode } = await stat(join(parts.directory, "seal-key.pem"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("is followed by a new one that the old one has signed for", async () => {
    const { parts, add, seal, seals } = sealedOrg(database, "turn");
    const old = await parts.signer.current();
    await add("cs-a");
    await seal("cs-a", "cs-b");

    const publicKey = await rotateKey(parts, ["turn"], { id: "root" });
    await add("cs-b");
    await seal("cs-a", "cs-b");

    const [first, turn, begun, after] = (await seals()).map(({ seal }) => seal);
    const signed = [first, turn, begun, after].map((seal) => seal?.body.key);
    const next = publicKeyId(publicKey);
    expect(signed).toEqual([old.id, old.id, next, next]);
    expect(turn?.body.says).toEqual({ type: "rotate", publicKey });
    expect(after && isSignedBy(after, createPublicKey(publicKey))).toBe(true);
    expect(await parts.signer.find(old.id)).toBeNull();
  });

  it("goes on with the new one after a crash in the middle of the change", async () => {
    const { parts, add, seal, seals } = sealedOrg(database, "half");
    await add("cs-a");
    await seal("cs-a", "cs-b");
    const broken = { ...parts.signer, promote: () => Promise.reject(new Error("killed")) };
    await expect(rotateKey({ ...parts, signer: broken }, ["half"], { id: "root" })).rejects.toThrow(
      "killed",
    );
    await add("cs-b");
    await seal("cs-a", "cs-b");

    const publicKey = await rotateKey(parts, ["half"], { id: "root" });

    const made = (await seals()).map(({ seal }) => seal);
    expect(made).toHaveLength(4);
    expect(made.at(-1)?.body.key).toBe(publicKeyId(publicKey));
    expect((await parts.signer.current()).publicKey).toBe(publicKey);
  });

  it("changes while others seal and change it too", async () => {
    const { parts, add, seal, seals } = sealedOrg(database, "busy");
    const change = async () => {
      for (let turn = 0; turn < 8; turn += 1) await rotateKey(parts, ["busy"], { id: "root" });
    };
    const work = async (who: number) => {
      for (let turn = 0; turn < 12; turn += 1) {
        await add(`cs-${who}-${turn}`);
        await seal(`cs-${who}-${turn}`);
      }
    };
    await Promise.all([change(), change(), work(1), work(2), work(3)]);

    const made = (await seals()).map(({ seal: one }) => one);
    expect(made.map(({ body }) => body.number)).toEqual(made.map((_, index) => index + 1));
    expect(await parts.copy.last("busy")).toEqual(made.at(-1));
    expect((await parts.signer.current()).id).toBe(made.at(-1)?.body.key);
  });

  it("that is missing stops sealing until a person accepts another", async () => {
    const { parts, shown, sealer, add, seal } = sealedOrg(database, "lost");
    await add("cs-a");
    await seal("cs-a", "cs-b");
    await unlink(join(parts.directory, "seal-key.pem"));
    await add("cs-b");

    await expect(sealer().untilSealed("lost", "cs-b", 1)).rejects.toThrow("is missing");
    await acceptLoss(parts, "lost", {
      by: { id: "ana" },
      ...(await shown()),
      reason: "the disk died",
    });
    await sealer().untilSealed("lost", "cs-b", 1);
  });
});
