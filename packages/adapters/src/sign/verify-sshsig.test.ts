import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  createSoftwareKey,
  makeSshsig,
  publicKeyBytes,
  SSHSIG_KINDS,
  type SshsigKind,
  type SshsigParts,
} from "./testing/make-sshsig.ts";
import { verifySshsig, verifySshsigAside } from "./verify-sshsig.ts";

const MESSAGE = "a statement";
const keys = new Map(SSHSIG_KINDS.map((kind) => [kind, createSoftwareKey(kind)]));

function keyFor(kind: SshsigKind) {
  return keys.get(kind) ?? createSoftwareKey(kind);
}

function read(kind: SshsigKind, parts: SshsigParts = {}, message = MESSAGE) {
  return verifySshsig(Buffer.from(message), makeSshsig(keyFor(kind), MESSAGE, parts));
}

function refusal(kind: SshsigKind, parts: SshsigParts): string {
  const reading = read(kind, parts);
  return reading.ok ? "accepted" : reading.reason;
}

/** A valid signature with one changed bit, for each of its bytes. */
function changedOnce(kind: SshsigKind): string[] {
  const honest = Buffer.from(makeSshsig(keyFor(kind), MESSAGE), "base64");
  return [...honest.keys()].map((at) => {
    const changed = Buffer.from(honest);
    changed.writeUInt8(changed.readUInt8(at) ^ (1 << (at % 8)), at);
    return changed.toString("base64");
  });
}

describe.each(SSHSIG_KINDS)("a signature of the kind %s", (kind) => {
  const bytes = publicKeyBytes(keyFor(kind));
  const isDevice = kind.endsWith("-sk");

  it("shows its key, its namespace, its level and its origin", () => {
    expect(read(kind)).toEqual({
      ok: true,
      key: `${bytes.subarray(4, 4 + bytes.readUInt32BE()).toString()} ${bytes.toString("base64")}`,
      fingerprint: `SHA256:${createHash("sha256").update(bytes).digest("base64").slice(0, 43)}`,
      namespace: "act@countersign",
      level: isDevice ? "touched" : "signed",
      origin: kind === "webauthn-sk" ? "https://cs.example" : null,
      device: isDevice ? { touched: true, unlocked: false, counter: 7 } : null,
    });
  });

  it("may use SHA-256", () => expect(read(kind, { hash: "sha256" }).ok).toBe(true));

  it("does not fit another message", () => {
    expect(read(kind, {}, "another")).toMatchObject({ ok: false });
  });

  it("is refused after a change of any byte", () => {
    const accepted = changedOnce(kind).filter(
      (changed) => verifySshsig(Buffer.from(MESSAGE), changed).ok,
    );
    expect(accepted).toEqual([]);
  });

  it("is read the same on another thread", async () => {
    const all = [makeSshsig(keyFor(kind), MESSAGE), ...changedOnce(kind), "", "AA=="];
    const aside = all.map((one) => verifySshsigAside(Buffer.from(MESSAGE), one));
    const here = all.map((one) => verifySshsig(Buffer.from(MESSAGE), one));
    expect(await Promise.all(aside)).toEqual(here);
    expect(here.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it("is refused when it is cut anywhere, or longer", () => {
    const honest = Buffer.from(makeSshsig(keyFor(kind), MESSAGE), "base64");
    const ends = [...honest.keys()].map((end) => honest.subarray(0, end));
    const all = [...ends, Buffer.concat([honest, Buffer.of(0)])];
    const accepted = all.filter(
      (cut) => verifySshsig(Buffer.from(MESSAGE), cut.toString("base64")).ok,
    );
    expect(accepted).toEqual([]);
  });

  it("is refused with trailing bytes in the key or in the signature", () => {
    const longer = (whole: Buffer) => Buffer.concat([whole, Buffer.of(0)]);
    expect(refusal(kind, { publicKey: longer })).toBe("has trailing bytes");
    expect(refusal(kind, { body: longer })).toBe("has trailing bytes");
  });
});

describe("verifySshsig", () => {
  it.each<[number, string]>([
    [0x00, "signed"],
    [0x04, "signed"],
    [0x01, "touched"],
    [0x05, "unlocked"],
  ])("reads the level from the flags %i", (flags, level) => {
    for (const kind of ["ed25519-sk", "ecdsa-sk", "webauthn-sk"] as const)
      expect(read(kind, { flags })).toMatchObject({ ok: true, level });
  });

  it("accepts extensions with their flag", () => {
    expect(read("webauthn-sk", { flags: 0x81, extensions: "x" }).ok).toBe(true);
  });

  it("reads another namespace and leaves the decision to the caller", () => {
    expect(read("ed25519", { namespace: "git" })).toMatchObject({ ok: true, namespace: "git" });
  });

  it.each(["", "U1NI\n", " U1NI", "U1N", "U1NJR-__"])("refuses the base64 %j", (base64) => {
    expect(verifySshsig(Buffer.from(MESSAGE), base64).ok).toBe(false);
  });
});
