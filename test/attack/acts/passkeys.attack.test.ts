import type { Task } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { beforeEach, describe, expect, it } from "vitest";
import type { SshsigParts } from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import {
  codeOf,
  createTestKey,
  decideSigned,
  enrol,
  requestStatement,
  signStatement,
  withSignature,
} from "./act-lab.ts";
import { openActEngine } from "./open-act-engine.ts";
import {
  addition,
  createTestPasskey,
  enrolPasskey,
  HONEST,
  ORIGIN,
  signInWith,
  TOUCHED,
} from "./passkey-lab.ts";

const lab = await openActEngine({ presence: "unlocked" });
const { engine, approve, waitingTask } = lab;
const mia = await lab.signIn({ actor: "mia", role: "human" });
const passkey = createTestPasskey();
await enrolPasskey(lab, mia, passkey);

const unlocked = (parts: SshsigParts = {}) => ({ ...HONEST, level: "unlocked" as const, ...parts });

describe("I1 Complete: an act of a passkey", () => {
  let task: Task;
  beforeEach(async () => {
    task = await waitingTask();
  });
  const isOpen = async (id = task.id) => {
    const { phase } = await engine.task(mia, id);
    return phase.is === "reviewing" && phase.person !== null;
  };
  const refusal = async (attempt: Promise<unknown>): Promise<string> => {
    const message = await attempt.then(
      () => "accepted",
      (error: Error) => error.message,
    );
    expect(await isOpen()).toBe(true);
    return message;
  };
  const decideWith = (parts: SshsigParts) =>
    decideSigned(mia, passkey, approve(task), unlocked(parts));

  it("counts if the engine's own page made it and the device was unlocked", async () => {
    const line = await requestStatement(mia, passkey, approve(task), "unlocked");
    const signed = withSignature(mia, line, signStatement(passkey, line, HONEST));
    // The owner of the plan is ana, so the engine accepts the act and then refuses the person.
    expect(await codeOf(approve(task)(signed))).not.toBe("human_only");
  });

  it.each<[string, SshsigParts, string]>([
    [
      "made by a page at another port",
      { origin: "http://localhost:4712" },
      "http://localhost:4712",
    ],
    ["made by a page at another host", { origin: "https://evil.example" }, "https://evil.example"],
    ["made without a check of the person", { flags: TOUCHED }, "shows touched"],
    ["made without a touch", { flags: 0x04 }, "shows signed"],
    ["made for another RP id", { application: "evil.example" }, "another key"],
    [
      "made in a frame of another site",
      { clientData: (text) => text.replace('"crossOrigin":false', '"crossOrigin":true') },
      "another request",
    ],
    [
      "made when a passkey was created",
      { clientData: (text) => text.replace("webauthn.get", "webauthn.create") },
      "another request",
    ],
    ["made for a sign-in", { namespace: "sign-in@countersign" }, "namespace"],
  ])("does not count if it was %s", async (_what, parts, reason) => {
    expect(await refusal(decideWith(parts))).toContain(reason);
  });

  it("does not count for other bytes, and not a second time", async () => {
    const line = await requestStatement(mia, passkey, approve(task), "unlocked");
    const other = signStatement(passkey, line.replace(task.id, "cs-other"), HONEST);
    expect(await refusal(approve(task)(withSignature(mia, line, other)))).toContain("signature");

    const sshsig = signStatement(passkey, line, HONEST);
    await approve(task)(withSignature(mia, line, sshsig)).catch(() => undefined);
    const next = await requestStatement(mia, passkey, approve(task), "unlocked");
    expect(await refusal(approve(task)(withSignature(mia, next, sshsig)))).toContain("signature");
  });

  it("does not count as an act of a key in a device without a page", async () => {
    const device = { ...passkey.software, kind: "ecdsa-sk" } as const;
    const line = await requestStatement(mia, passkey, approve(task), "unlocked");
    const sshsig = signStatement({ ...passkey, software: device }, line, HONEST);
    const attempt = approve(task)(withSignature(mia, line, sshsig));
    expect(await refusal(attempt)).toContain("made by no page");
  });
});

describe("I1 Complete: a passkey is added", () => {
  const add = (by: Principal, key = createTestPasskey(), origin = ORIGIN, parts = {}) =>
    decideSigned(by, key, (as) => engine.addKey(as, addition(key, origin)), {
      ...HONEST,
      origin,
      ...parts,
    });

  it("only by the engine's own page, for itself and its host", async () => {
    const kim = await lab.signIn({ actor: "kim", role: "human" });
    const onPage = { ...kim, page: ORIGIN };
    expect(await codeOf(add(kim))).toBe("forbidden");
    expect(await codeOf(add(onPage, createTestPasskey(), "http://localhost:9"))).toBe("forbidden");
    const foreign = createTestPasskey("evil.example");
    expect(await codeOf(add(onPage, foreign))).toBe("invalid_input");
    const elsewhere = { origin: "http://localhost:9" };
    const other = createTestPasskey();
    const attempt = decideSigned(onPage, other, (as) => engine.addKey(as, addition(other)), {
      ...HONEST,
      ...elsewhere,
    });
    expect(await codeOf(attempt)).toBe("human_only");
    expect((await engine.keys(kim)).filter(({ actor }) => actor === "kim")).toEqual([]);
    await add(onPage);
    expect((await engine.keys(kim)).filter(({ actor }) => actor === "kim")).toMatchObject([
      { origins: [ORIGIN] },
    ]);
  });

  it("beside another key only with that key's signature", async () => {
    const onPage = { ...mia, page: ORIGIN };
    const second = createTestPasskey();
    expect(await codeOf(add(onPage, second))).toBe("human_only");
    const decide = (as: Principal) => engine.addKey(as, addition(second));
    const line = await requestStatement(onPage, passkey, decide, "unlocked");
    const sshsig = signStatement(passkey, line, HONEST);
    const proof = signStatement(second, line, HONEST);
    const elsewhere = signStatement(second, line, { ...HONEST, origin: "http://localhost:9" });
    expect(await codeOf(decide(withSignature(onPage, line, sshsig, elsewhere)))).toBe("human_only");
    await decide(withSignature(onPage, line, sshsig, proof));
    expect(await engine.keys(mia)).toContainEqual(
      expect.objectContaining({ fingerprint: second.fingerprint, actor: "mia" }),
    );
  });
});

describe("signatures that are offered for a statement", () => {
  it("are kept for the person's own open statement, and only if they fit it", async () => {
    const task = await waitingTask();
    const line = await requestStatement(mia, passkey, approve(task), "unlocked");
    const open = await engine.openAct(mia);
    const nonce = open?.nonce ?? "";
    expect(open).toMatchObject({ statement: line, offered: [], state: "open" });
    const sshsig = signStatement(passkey, line, HONEST);
    const other = signStatement(passkey, `${line} `, HONEST);
    expect(await codeOf(engine.offerSignature(mia, nonce, other))).toBe("human_only");
    expect(await codeOf(engine.offerSignature(lab.ana, nonce, sshsig))).toBe("not_found");
    const offered = await engine.offerSignature(mia, nonce, sshsig);
    expect(offered.offered).toEqual([{ fingerprint: passkey.fingerprint, sshsig }]);
    expect((await engine.task(mia, task.id)).phase.is).toBe("reviewing");
    await requestStatement(mia, passkey, approve(task), "unlocked");
    expect(await codeOf(engine.preparedAct(mia, nonce))).toBe("not_found");
  });

  it("are at most two, so that an open statement cannot be filled", async () => {
    const task = await waitingTask();
    const line = await requestStatement(mia, passkey, approve(task), "unlocked");
    const { nonce = "" } = (await engine.openAct(mia)) ?? {};
    const offer = () => engine.offerSignature(mia, nonce, signStatement(createTestKey(), line));
    await offer();
    await offer();
    expect(await codeOf(offer())).toBe("wrong_state");
  });
});

describe("signing in with a passkey", () => {
  const begin = (parts = {}, page: string | null = ORIGIN) => {
    const challenge = engine.createPasskeyChallenge();
    return codeOf(engine.beginPasskeySession(page, signInWith(passkey, challenge, parts)));
  };

  it("begins a session of its person, once for each challenge", async () => {
    const signIn = signInWith(passkey, engine.createPasskeyChallenge());
    const session = await engine.beginPasskeySession(ORIGIN, signIn);
    expect(session).toMatchObject({ actor: "mia", role: "human" });
    expect(await engine.authenticate(session.token)).toMatchObject({ actor: { id: "mia" } });
    expect(await codeOf(engine.beginPasskeySession(ORIGIN, signIn))).toBe("unauthenticated");
  });

  it.each([
    ["a page at another port", { origin: "http://localhost:9" }],
    ["a frame of another site", { crossOrigin: true }],
    ["a device that checked no person", { flags: TOUCHED }],
    ["a decision", { namespace: "act@countersign" }],
    ["another challenge", { message: "csp_1" }],
  ])("refuses a signature of %s", async (_what, parts) => {
    expect(await begin(parts)).toBe("unauthenticated");
  });

  it("refuses requests of programs and other pages, and challenges of others", async () => {
    expect(await begin({}, null)).toBe("unauthenticated");
    expect(await begin({}, "http://localhost:9")).toBe("unauthenticated");
    const forged = signInWith(passkey, `csp_9999999999999_${"A".repeat(43)}_${"A".repeat(43)}`);
    expect(await codeOf(engine.beginPasskeySession(ORIGIN, forged))).toBe("unauthenticated");
    const stranger = signInWith(createTestPasskey(), engine.createPasskeyChallenge());
    expect(await codeOf(engine.beginPasskeySession(ORIGIN, stranger))).toBe("unauthenticated");
  });

  it("gives a name without a credential nothing, and ends with the passkey", async () => {
    const lea = await lab.signIn({ actor: "lea", role: "human" });
    const [first, second] = [createTestPasskey(), createTestPasskey()];
    await enrolPasskey(lab, lea, first);
    const onPage = { ...lea, page: ORIGIN };
    const decide = (as: Principal) => engine.addKey(as, addition(second));
    const line = await requestStatement(onPage, first, decide, "unlocked");
    const signatures = [first, second].map((key) => signStatement(key, line, HONEST));
    await decide(withSignature(onPage, line, ...(signatures as [string, string])));

    const signIn = () => signInWith(first, engine.createPasskeyChallenge());
    const { token } = await engine.beginPasskeySession(ORIGIN, signIn());
    const retire = (as: Principal) => engine.retireKey(as, first.fingerprint);
    await decideSigned(lea, second, retire, unlocked());
    expect(await engine.authenticate(token)).toBeNull();
    expect(await codeOf(engine.beginPasskeySession(ORIGIN, signIn()))).toBe("unauthenticated");

    const other = () => signInWith(second, engine.createPasskeyChallenge());
    await engine.revokeToken(lab.admin, lea.token);
    expect(await codeOf(engine.beginPasskeySession(ORIGIN, other()))).toBe("unauthenticated");
  });
});

describe("a key in a file", () => {
  it("signs as before", async () => {
    const noa = await lab.signIn({ actor: "noa", role: "human" });
    await enrol(lab, noa, createTestKey());
    expect((await engine.keys(noa)).find(({ actor }) => actor === "noa")).toMatchObject({
      ...{ origins: [], credential: null },
    });
  });
});
