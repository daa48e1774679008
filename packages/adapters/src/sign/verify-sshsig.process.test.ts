import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
  createSoftwareKey,
  makeSshsig,
  publicKeyBytes,
  SSHSIG_KINDS,
} from "./testing/make-sshsig.ts";
import { unarmorSshsig } from "./unarmor-sshsig.ts";
import { verifySshsig } from "./verify-sshsig.ts";

const MESSAGE = "DSSEv1 28 application/vnd.in-toto+json 2 {}";
const NAMESPACE = "act@countersign";
const folder = mkdtempSync(join(tmpdir(), "countersign-sshsig-"));
const inFolder = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Asks the real ssh-keygen whether ana's key signed the message. */
function opensshAccepts(publicKey: string, base64: string, message = MESSAGE): boolean {
  writeFileSync(inFolder("allowed"), `ana namespaces="${NAMESPACE},unittest" ${publicKey}\n`);
  const lines = base64.match(/.{1,70}/g) ?? [];
  const armor = ["-----BEGIN SSH SIGNATURE-----", ...lines, "-----END SSH SIGNATURE-----", ""];
  writeFileSync(inFolder("sig"), armor.join("\n"));
  const args = ["-Y", "verify", "-f", inFolder("allowed"), "-I", "ana", "-n", NAMESPACE];
  return spawnSync("ssh-keygen", [...args, "-s", inFolder("sig")], { input: message }).status === 0;
}

describe.each([
  ["ed25519", []],
  ["ecdsa", ["-b", "256"]],
  ["ecdsa", ["-b", "384"]],
  ["ecdsa", ["-b", "521"]],
  ["rsa", ["-b", "2048"]],
])("a signature by ssh-keygen with a key of the type %s %j", (type, more) => {
  it("is read with the key that ssh-keygen wrote", () => {
    const key = inFolder(`key-${type}-${more.join("")}`);
    execFileSync("ssh-keygen", ["-q", "-t", type, ...more, "-N", "", "-C", "x", "-f", key]);
    writeFileSync(inFolder("message"), MESSAGE);
    rmSync(inFolder("message.sig"), { force: true });
    execFileSync(
      "ssh-keygen",
      ["-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, inFolder("message")],
      {
        stdio: "ignore",
      },
    );
    const base64 = unarmorSshsig(readFileSync(inFolder("message.sig"), "utf8")) ?? "";
    const written = readFileSync(`${key}.pub`, "utf8").split(" ").slice(0, 2).join(" ");
    const printed = execFileSync("ssh-keygen", ["-lf", `${key}.pub`], { encoding: "utf8" });

    const reading = verifySshsig(Buffer.from(MESSAGE), base64);
    expect(reading).toMatchObject({
      ok: true,
      key: written,
      level: "signed",
      namespace: NAMESPACE,
    });
    expect(reading.ok && reading.fingerprint).toBe(printed.split(" ")[1]);
    expect(verifySshsig(Buffer.from(`${MESSAGE}.`), base64).ok).toBe(false);
  });
});

describe.each(SSHSIG_KINDS)("a signature of the kind %s", (kind) => {
  const key = createSoftwareKey(kind);
  const reading = verifySshsig(Buffer.from(MESSAGE), makeSshsig(key, MESSAGE));
  const publicKey = reading.ok ? reading.key : "";

  it("is accepted by ssh-keygen and by us, and a changed one by neither", () => {
    const base64 = makeSshsig(key, MESSAGE);
    expect(publicKey).toContain(publicKeyBytes(key).toString("base64"));
    expect(opensshAccepts(publicKey, base64)).toBe(true);
    expect(verifySshsig(Buffer.from(MESSAGE), base64).ok).toBe(true);

    const bytes = Buffer.from(base64, "base64");
    const places = Array.from({ length: 12 }, (_, at) => Math.floor((bytes.length * at) / 12));
    const disagreements = places.filter((at) => {
      const changed = Buffer.from(bytes.with(at, (bytes[at] ?? 0) ^ 0x10)).toString("base64");
      const isOurs = verifySshsig(Buffer.from(MESSAGE), changed).ok;
      return isOurs || opensshAccepts(publicKey, changed);
    });
    expect(disagreements).toEqual([]);
  });
});

it("shows a missing touch that ssh-keygen does not report", () => {
  const base64 = makeSshsig(createSoftwareKey("ed25519-sk"), MESSAGE, { flags: 0 });
  const reading = verifySshsig(Buffer.from(MESSAGE), base64);
  expect(reading).toMatchObject({ ok: true, level: "signed" });
  expect(reading.ok && opensshAccepts(reading.key, base64)).toBe(true);
});

/** Debian's package `openssh-tests` contains signatures that OpenSSH's authors made. */
const SAMPLES = "/usr/lib/openssh/regress/unittests/sshsig/testdata";

describe.runIf(existsSync(SAMPLES))("the samples of OpenSSH", () => {
  const sample = (name: string) => readFileSync(`${SAMPLES}/${name}`, "utf8");
  const read = (name: string) =>
    verifySshsig(
      readFileSync(`${SAMPLES}/signed-data`),
      unarmorSshsig(sample(`${name}.sig`)) ?? "",
    );

  it.each<[string, string, string | null]>([
    ["ed25519", "signed", null],
    ["ecdsa", "signed", null],
    ["rsa", "signed", null],
    ["ed25519_sk", "touched", null],
    ["ecdsa_sk", "touched", null],
    ["ecdsa_sk_webauthn", "touched", "https://www.mindrot.org"],
  ])("%s is valid", (name, level, origin) => {
    const key = sample(`${name}.pub`).split(" ").slice(0, 2).join(" ").trim();
    expect(read(name)).toMatchObject({ ok: true, key, level, origin, namespace: "unittest" });
  });

  it("with DSA is refused", () => {
    expect(read("dsa")).toEqual({ ok: false, reason: "is of a kind of key that is not accepted" });
  });
});

it.each(["", "-----BEGIN SSH SIGNATURE-----\n-----END SSH SIGNATURE-----\n", "U1NI"])(
  "finds no signature in %j",
  (text) => expect(unarmorSshsig(text)).toBeNull(),
);
