import { canonicalJson, commandStatement, digestOf, statementBytes } from "@countersign/core";
import { describe, expect, it } from "vitest";
import {
  createSoftwareKey,
  makeSshsig,
  publicKeyBytes,
} from "../../packages/adapters/src/sign/testing/make-sshsig.ts";
import { findAddition, pageOrigin } from "../../packages/cli/src/client/add-passkey.ts";

const ORIGIN = "http://localhost:4711";
const SIGNER = { fingerprint: `SHA256:${"a".repeat(43)}`, file: "id", level: "signed" } as const;

const createPasskey = () => {
  const software = createSoftwareKey("webauthn-sk");
  const bytes = publicKeyBytes(software, "localhost").toString("base64");
  return { software, key: `sk-ecdsa-sha2-nistp256@openssh.com ${bytes}` };
};
type Passkey = ReturnType<typeof createPasskey>;

function statementFor(request: object, command = "add_key", key: string = SIGNER.fingerprint) {
  const terms = {
    nonce: "0".repeat(32),
    at: "2026-11-16T02:10:11Z",
    until: "2026-11-16T02:20:11Z",
  };
  const about = { command, by: "ana", key, level: "signed", organisation: "local", task: null };
  const digest = digestOf(JSON.parse(JSON.stringify(request)));
  return canonicalJson(commandStatement({ ...about, level: "signed", ...terms }, digest));
}

/** An open statement that this passkey has signed. */
function openAct(statement: string, { software }: Passkey, origin = ORIGIN) {
  const message = Buffer.from(statementBytes(statement)).toString();
  const sshsig = makeSshsig(software, message, { origin, application: "localhost" });
  return { nonce: "", statement, state: "open", offered: [{ fingerprint: "", sshsig }] } as const;
}

const find = (act: ReturnType<typeof openAct>) =>
  findAddition({ ...act, offered: [...act.offered] }, [SIGNER]);

describe("a key in a file signs the addition of a passkey", () => {
  const passkey = createPasskey();
  const request = { key: passkey.key, origins: [ORIGIN] };

  it("that the passkey has signed and that adds exactly this passkey", () => {
    const found = find(openAct(statementFor(request), passkey));
    expect(found).toMatchObject({ signer: SIGNER, added: expect.stringContaining("SHA256:") });
  });

  it("but not that of another passkey, of another page or of another command", () => {
    const other = createPasskey();
    expect(find(openAct(statementFor(request), other))).toBeNull();
    expect(find(openAct(statementFor(request), passkey, "http://localhost:1"))).toBeNull();
    expect(find(openAct(statementFor(request, "retire_key"), passkey))).toBeNull();
    const foreign = statementFor(request, "add_key", `SHA256:${"b".repeat(43)}`);
    expect(find(openAct(foreign, passkey))).toBeNull();
    expect(find({ ...openAct(statementFor(request), passkey), offered: [] as never })).toBeNull();
  });
});

describe("the page with passkeys", () => {
  it("has a host name instead of the loopback address", () => {
    expect(pageOrigin("http://127.0.0.1:4711")).toBe(ORIGIN);
    expect(pageOrigin("https://cs.example.com/x")).toBe("https://cs.example.com");
  });
});
