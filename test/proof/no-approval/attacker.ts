// A process in the person's account that wants an approval. It is run under another user.
import {
  act,
  addAndApprove,
  approve,
  askDevice,
  call,
  fakeDevice,
  fakePasskey,
  keygen,
  keyWithFlags,
  loot,
  nonceOf,
  type Outcome,
  presentSigned,
  publicBytes,
  signedData,
  sshsigOf,
  statementFor,
  WITH_AGENT,
  WITH_DEVICE,
} from "./attack-tools.ts";

const { url, admin, task, round, tree } = loot;
const shown = { round, tree };
const device = loot.deviceFingerprint;
const software = loot.softwareFingerprint;

const ATTEMPTS: Record<string, () => Promise<string>> = {
  "the token alone": async () => (await approve()).text,
  "the administrator's token": async () =>
    (await approve({ authorization: `Bearer ${admin}` })).text,
  "an override instead of an approval": async () =>
    (await call(`/tasks/${task}/override`, { ...shown, reason: "urgent" })).text,
  "a verdict of a reviewer": async () =>
    (
      await call(`/tasks/${task}/verdicts`, {
        ...{ of: "round", round, tree, requirement: "layer:owner", opinion: "approved" },
        ...{ summary: "fine", findings: [], costUsd: 0 },
      })
    ).text,
  "a batch of one": async () => (await call("/approvals", { items: [{ task, ...shown }] })).text,
  "another mode, which asks for less": async () =>
    (await call(`/tasks/${task}/mode`, { ...shown, mode: "auto" })).text,
  "a session of the browser": async () => {
    const { text } = await call("/sessions/codes", {});
    const begun = await call("/sessions", { code: JSON.parse(text).code });
    const { token } = JSON.parse(begun.text);
    return (await approve({ authorization: `Bearer ${token}` })).text;
  },
  "another credential of the person": async () =>
    (
      await call(
        "/tokens",
        { actor: "mallory", role: "human" },
        { authorization: `Bearer ${admin}` },
      )
    ).text,
  "ssh-keygen with the device's key file": async () => {
    const line = await statementFor(device, loot.level);
    return await presentSigned(line, keygen(line, loot.deviceKey, WITH_DEVICE));
  },
  "the key file, changed so that it asks for no touch": async () => {
    const line = await statementFor(device, "signed");
    return await presentSigned(line, keygen(line, keyWithFlags(0), WITH_DEVICE));
  },
  "the same with a statement that says touched": async () => {
    const line = await statementFor(device, loot.level);
    return await presentSigned(line, keygen(line, keyWithFlags(0), WITH_DEVICE));
  },
  "the device's socket, asking for a touch": async () => {
    const line = await statementFor(device, loot.level);
    const made = await askDevice(1, signedData(line));
    if (made.length === 0) return "no signature";
    return await presentSigned(
      line,
      sshsigOf(publicBytes(loot.deviceKey), made.subarray(0, 5), made.subarray(5)),
    );
  },
  "a signature without a touch, with the flag of a touch": async () => {
    const line = await statementFor(device, loot.level);
    const made = await askDevice(0, signedData(line));
    const fields = Buffer.from(made.subarray(0, 5));
    fields[0] = 5;
    return await presentSigned(
      line,
      sshsigOf(publicBytes(loot.deviceKey), fields, made.subarray(5)),
    );
  },
  "the key file without a passphrase": async () => {
    const line = await statementFor(software, "signed");
    return await presentSigned(line, keygen(line, loot.softwareKey, {}));
  },
  "the ssh-agent": async () => {
    const line = await statementFor(software, "signed");
    return await presentSigned(line, keygen(line, `${loot.softwareKey}.pub`, WITH_AGENT));
  },
  "the software key with a statement that says touched": async () => {
    const line = await statementFor(software, loot.level);
    return await presentSigned(line, keygen(line, loot.softwareKey, {}));
  },
  "a signature of git": async () => {
    const line = await statementFor(software, "signed");
    return await presentSigned(line, keygen(line, loot.softwareKey, {}, "git"));
  },
  "an earlier approval's signature": async () => {
    const { text } = await approve(act(`${loot.earlier.nonce} ${loot.earlier.sshsig}`));
    const line = await statementFor(device, loot.level);
    return `${text} ${await presentSigned(line, loot.earlier.sshsig)}`;
  },
  "an imitated device, added with its own signature": async () => {
    const fake = fakeDevice();
    return await addAndApprove(fake.fingerprint, () => "", fake);
  },
  "an imitated device, added with the software key": async () =>
    await addAndApprove(software, (line) => keygen(line, loot.softwareKey, {})),
  "an imitated passkey, added as the engine's page would": async () => {
    const origin = url.replace("127.0.0.1", "localhost");
    const body = { key: fakePasskey(), passkey: { origin, credential: "AAAA" } };
    const send = (header: string) =>
      call("/keys", body, { origin, ...act(header) }, "POST", origin);
    const { statement, text } = await send(`request ${software} signed`);
    if (statement === "") return text;
    const signed = keygen(statement, loot.softwareKey, {});
    return (await send(`${nonceOf(statement)} ${signed} ${signed}`)).text;
  },
  "retiring every key, to add a first one": async () => {
    const retire = (key: string, headers = {}) =>
      call(`/keys/${encodeURIComponent(key)}`, {}, headers, "DELETE");
    const asked = await retire(device, act(`request ${software} signed`));
    const signed = keygen(asked.statement, loot.softwareKey, {});
    const retired = await retire(device, act(`${nonceOf(asked.statement)} ${signed}`));
    const fake = fakeDevice();
    return `${retired.text} ${await addAndApprove(fake.fingerprint, () => "", fake)}`;
  },
  "a signature offered for an open statement": async () => {
    const line = await statementFor(device, loot.level);
    const path = `/acts/${nonceOf(line)}/signatures`;
    const { text } = await call(path, { sshsig: keygen(line, loot.softwareKey, {}) });
    return `${text} ${(await approve()).text}`;
  },
};

/** The attack that remains: it waits for a touch that the person means for something else. */
const STEAL: Record<string, () => Promise<string>> = {
  "a touch meant for something else": async () => {
    const line = await statementFor(device, loot.level);
    for (let tries = 0; tries < 20; tries += 1) {
      const sshsig = keygen(line, loot.deviceKey, WITH_DEVICE);
      if (sshsig !== "") return await presentSigned(line, sshsig);
    }
    return "no touch";
  },
};

/** Attacks of somebody who finds the device, and whose finger it does not know. */
const FOUND: Record<string, () => Promise<string>> = {
  "a touch by another finger": async () => {
    const line = await statementFor(device, loot.level);
    return await presentSigned(line, keygen(line, loot.deviceKey, WITH_DEVICE));
  },
  "a touch by another finger, with a key file that asks for no more": async () => {
    const line = await statementFor(device, loot.level);
    return await presentSigned(line, keygen(line, keyWithFlags(1), WITH_DEVICE));
  },
  "a touch by another finger, with a statement that says touched": async () => {
    const line = await statementFor(device, "touched");
    return await presentSigned(line, keygen(line, keyWithFlags(1), WITH_DEVICE));
  },
};

const MODES: Record<string, typeof ATTEMPTS> = { all: ATTEMPTS, steal: STEAL, found: FOUND };

const outcomes: Outcome[] = [];
const attempts = MODES[process.argv[3] ?? "all"] ?? {};
for (const [name, attempt] of Object.entries(attempts)) {
  const answer = await attempt().catch((error: unknown) => String(error));
  const { text } = await call(`/tasks/${task}`, {}, {}, "GET");
  const { state, grace } = JSON.parse(text);
  const isApproved = state !== "reviewing" || grace !== null;
  outcomes.push({ name, answer, isApproved });
  if (isApproved) break;
}
process.stdout.write(JSON.stringify(outcomes));
