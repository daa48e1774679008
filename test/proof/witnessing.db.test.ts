import { execFileSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createWitnessClient } from "@countersign/adapters";
import { checkpoints } from "@countersign/core";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeCertificate } from "../../packages/adapters/src/egress/testing/make-certificate.ts";
import { readRequirement } from "../../packages/cli/src/verify/read-requirement.ts";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import { offerCheckpoint } from "../../packages/engine/src/proof/offer-checkpoint.ts";
import { NO_CHANGE } from "./no-change.ts";
import { openProofEngine } from "./open-proof-engine.ts";
import { signTrust, untilTrusted } from "./trust-steps.ts";
import { openWitness, witnessEntry, witnessKey } from "./witness/open-witness.ts";

const certificate = makeCertificate("localhost");
const trusting = { hosts: ["localhost"], ca: certificate.cert };
const client = createWitnessClient(trusting);
const impatient = createWitnessClient({ ...trusting, timeoutMs: 500 });
const REF = "refs/countersign/witnessed/main";

describe("a witness and our client", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const engineKey = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const origin = "countersign.dev/csr_1/refs/heads/main";
  const key = witnessKey("w1.example");
  const moves = Array.from({ length: 9 }, (_, at) => at.toString(16).padStart(64, "0"));

  function chainOf(digests: readonly string[]) {
    const tree = checkpoints.treeOf(digests);
    const root = checkpoints.treeRoot(tree);
    const text = checkpoints.checkpointText({ origin, size: tree.size, root });
    const own = checkpoints.noteKey("note", origin, engineKey);
    const signature = sign(null, Buffer.from(text), privateKey);
    return {
      moves: digests,
      note: checkpoints.noteText({ text, signatures: [{ ...own, signature }] }),
    };
  }

  async function openOffer() {
    const witness = await openWitness(key, certificate, { origin, publicKey: engineKey });
    afterAll(() => witness.stop());
    const named = checkpoints.parseWitness(witnessEntry(key, witness.port));
    if (named === null) throw new Error("not a witness");
    const offer = (digests: readonly string[], known = 0, by = client) =>
      offerCheckpoint(by, named, chainOf(digests), known);
    return { witness, offer };
  }

  it("agree on every size, also if the client does not know what the witness saw", async () => {
    const { offer } = await openOffer();
    for (const size of [1, 2, 3, 5, 6, 9])
      expect(await offer(moves.slice(0, size))).toMatchObject({ ok: true });
    expect(await offer(moves, 4)).toMatchObject({ ok: true });
  });

  it("get no cosignature for a second history", async () => {
    const { offer } = await openOffer();
    expect(await offer(moves.slice(0, 6))).toMatchObject({ ok: true });
    const other = moves.with(3, "ab".repeat(32));
    expect(await offer(other)).toMatchObject({ ok: false, reason: "it answered with status 422" });
    expect(await offer(other.slice(0, 6), 6)).toMatchObject({
      ...{ ok: false, reason: "it saw another chain of 6 moves" },
    });
    expect(await offer(other.slice(0, 4))).toMatchObject({
      ...{ ok: false, reason: "it saw 6 moves, and the chain has 4" },
    });
  });

  it.each([
    ["wrong_signature", "its signature is not valid"],
    ["wrong_key", "its answer has no line of its own"],
    ["wrong_size", "it saw 11 moves, and the chain has 6"],
    ["replay", "its signature is not valid"],
    ["broken", "it answered with status 500"],
    ["slow", "it did not answer in time"],
  ] as const)("count nothing if the witness lies: %s", async (behaviour, reason) => {
    const { witness, offer } = await openOffer();
    expect(await offer(moves.slice(0, 3))).toMatchObject({ ok: true });
    await witness.behave(behaviour);
    const by = behaviour === "slow" ? impatient : client;
    expect(await offer(moves.slice(0, 6), 3, by)).toEqual({ ok: false, reason });
  });

  it("connect over TLS only, with a certificate of the host, and to no private address", async () => {
    const { witness } = await openOffer();
    const address = `https://localhost:${witness.port}`;
    const ask = (options: Parameters<typeof createWitnessClient>[0], to = address) =>
      createWitnessClient(options).addCheckpoint(to, "");
    const reason = async (answer: ReturnType<typeof ask>) => JSON.stringify(await answer);
    expect(await reason(ask({ hosts: ["localhost"] }))).toContain("cannot prove who it is");
    expect(await reason(ask({ ca: certificate.cert }))).toContain("this machine itself");
    const plain = address.replace("https", "http");
    expect(await reason(ask({ hosts: ["localhost"] }, plain))).toContain("begin with https");
  });
});

describe("an engine whose trust file names a witness", async () => {
  const retryMs = [100];
  const lab = await openProofEngine({ more: { witnesses: client, witnessRetryMs: retryMs } });
  const { engine, ana, ben, keys, shop } = lab;
  const folder = mkdtempSync(join(tmpdir(), "countersign-witnessed-"));
  const key = witnessKey("w1.example");
  const trust = JSON.parse(shop.git("show", "main:.countersign/trust.json"));
  const origin = `countersign.dev/${trust.repository}/refs/heads/main`;
  const log = {
    origin,
    publicKey: Buffer.from(trust.engines.main.split(" ")[1], "base64").subarray(-32),
  };
  const witness = await openWitness(key, certificate, log);
  afterAll(async () => {
    await witness.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const entry = witnessEntry(key, witness.port);
  const { id } = await engine.proposeTrust(ana, "shop", {
    ...{ kind: "change", ...NO_CHANGE, addWitnesses: [entry], witnessQuorum: 1 },
  });
  await signTrust(lab, ana, keys.ana, id);
  await signTrust(lab, ben, keys.ben, id);
  await untilTrusted(lab, id);
  beforeEach(() => witness.behave("honest"));

  const required = readRequirement("witness");
  let clones = 0;
  /** Verifies a fresh clone. */
  async function verify(more: object = {}) {
    clones += 1;
    const clone = join(folder, String(clones));
    execFileSync("git", ["clone", "-q", "--mirror", shop.repo, clone]);
    const report = await verifyClone({ directory: clone, target: "main", required, ...more });
    const codes = report.problems.map((problem) => problem.code);
    return { codes: codes.filter((code) => code !== "root_unknown"), witnessed: report.witnessed };
  }

  async function untilSeen(moves: number): Promise<void> {
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await verify()).witnessed?.moves === moves) return;
      await pause(100);
    }
    throw new Error(`The witness did not see ${moves} moves`);
  }

  it("is seen after each move, from the change of trust on", async () => {
    await untilSeen(2);
    await lab.merged(await lab.waitingTask());
    await untilSeen(3);
    expect((await verify()).codes).toEqual([]);
    const names = shop.git("ls-tree", "--name-only", REF).trim();
    expect(names).toBe("checkpoint");
    expect(shop.git("rev-list", "--count", REF).trim()).toBe("2");
  });

  it("merges while the witness is broken, says what is missing, and is seen later", async () => {
    await witness.behave("broken");
    await lab.merged(await lab.waitingTask());
    const { codes, witnessed } = await verify();
    expect(codes).toEqual(["witness_below_required"]);
    expect(witnessed?.moves).toBe(3);
    expect(lab.lines.join("")).toContain("witness_failed");
    await witness.behave("honest");
    await untilSeen(4);
  });

  it("does not count a witness that lies", async () => {
    await witness.behave("wrong_signature");
    await lab.merged(await lab.waitingTask());
    await pause(300);
    expect(await verify()).toMatchObject({ codes: ["witness_below_required"] });
    await witness.behave("honest");
    await untilSeen(5);
  });
});
