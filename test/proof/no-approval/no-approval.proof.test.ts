import type { ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient, type TaskView } from "@countersign/api";
import { parsePersonStatement, statementBytes } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { signWithSshKeygen } from "../../../packages/adapters/src/sign/sign-with-ssh-keygen.ts";
import { verifySshsig } from "../../../packages/adapters/src/sign/verify-sshsig.ts";
import { engineFiles } from "../../../packages/cli/src/local-engine/files/engine-files.ts";
import { openStage, type Stage } from "../../../packages/cli/src/testing/stage.ts";
import { requestStatement, signStatement, withSignature } from "../../attack/acts/act-lab.ts";
import { openActEngine } from "../../attack/acts/open-act-engine.ts";
import { presentAct, requestAct } from "../passkeys/present-act.ts";

import type { Loot, Outcome } from "./attack-tools.ts";
import {
  createKey,
  openAccount,
  type PersonAccount,
  readFingerprint,
  startAgent,
  writeLoot,
} from "./open-account.ts";

const ATTACKER = "attacker.ts";
/** Long enough to see an approval before it takes effect. */
const GRACE_S = 600;
const NO_ACT = { nonce: "", sshsig: "" };

let stage: Stage;
let account: PersonAccount;
let agent: ChildProcess | undefined;
let client: Client;
let found: Omit<Loot, "task" | "round" | "tree" | "earlier">;
let asPerson: { COUNTERSIGN_TOKEN: string };
let personsKey = "";

async function open(level: Loot["level"]): Promise<void> {
  [stage, account] = await Promise.all([openStage(), openAccount()]);
  const { bench } = stage;
  await bench.write("shop.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes"]);
  asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  const place = (name: string) => join(bench.directory, name);
  const env = { SSH_SK_PROVIDER: account.provider };
  await account.touching(() => createKey(place("device"), "ed25519-sk", env));
  const fingerOnly = ["-O", "verify-required"];
  await account.touching(() => createKey(place("finger"), "ed25519-sk", env, fingerOnly));
  await createKey(place("software"), "ed25519");
  await stage.json(["key", "add", place("software")], asPerson);
  await useProvider();
  await account.touching(() => stage.json(["key", "add", place("device")], asPerson));
  await setPolicy(level);
  await bench.confirmPolicy();

  const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  client = createClient({ baseUrl: url, token: asPerson.COUNTERSIGN_TOKEN });
  const credentials = JSON.parse(await readFile(engineFiles(bench.data).credentials, "utf8"));
  // The device has one key. The two files differ in what they let ssh-keygen ask for.
  personsKey = place(level === "unlocked" ? "finger" : "device");
  const owned = [personsKey, place("software")].map((key, index) => {
    const name = `key-${index}`;
    account.own(`${key}.pub`, `${name}.pub`);
    return account.own(key, name);
  });
  const started = await startAgent(account, owned[1] ?? "");
  agent = started.agent;
  found = {
    ...{ url, human: credentials.human.token, admin: credentials.admin.token, level },
    ...{ deviceKey: owned[0] ?? "", deviceFingerprint: await readFingerprint(personsKey) },
    softwareKey: owned[1] ?? "",
    softwareFingerprint: await readFingerprint(place("software")),
    ...{ deviceSocket: account.deviceSocket, provider: account.provider },
    ...{ agentSocket: started.socket, directory: account.directory },
  };
}

async function close(): Promise<void> {
  agent?.kill();
  await account?.close();
  await stage?.bench.close();
}

async function useProvider(): Promise<void> {
  const file = join(stage.bench.data, "signing.json");
  const signing = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...signing, provider: account.provider }));
}

async function setPolicy(presence: string): Promise<void> {
  await stage.json(["config", "set", "trust.humanPresence", `"${presence}"`]);
  await stage.json(["config", "set", "merge.graceSeconds", String(GRACE_S)]);
  await stage.bench.git("add", "-A");
  await stage.bench.git("commit", "--quiet", "-m", `Presence ${presence}`);
}

async function waitingTask(branch: string): Promise<Pick<Loot, "task" | "round" | "tree">> {
  const task = await stage.submit(branch, `${branch}.txt`, "work\n");
  const { round } = await stage.bench.until(
    task,
    ({ state, turn }: TaskView) => state === "reviewing" && turn.holder === "person",
  );
  return { task, round: round?.number ?? 0, tree: round?.content.tree ?? "" };
}

/** Approves a task as the person does, with a touch. Returns the act, which any process of the account could keep. */
async function approveHonestly(branch: string): Promise<Loot["earlier"]> {
  const work = await waitingTask(branch);
  const engine = { url: found.url, token: found.human };
  const signer = { key: found.deviceFingerprint, level: found.level };
  const line = await requestAct(engine, work, signer);
  const sshsig = await account.sign(line, personsKey);
  expect(await presentAct(engine, work, { line, sshsig })).toBe("approved");
  return { nonce: parsePersonStatement(line)?.predicate.nonce ?? "", sshsig };
}

/** Returns whether open pages, boards and command lines hear of a decision on the task within some seconds. */
async function isAnnounced(task: string): Promise<boolean> {
  for await (const line of client.events("now", AbortSignal.timeout(25_000)))
    if (line.task === task && line.event.type === "verdict_recorded") return true;
  return false;
}

async function attack(loot: object, mode = "all"): Promise<Outcome[]> {
  return JSON.parse(await account.run(ATTACKER, [writeLoot(account, loot), mode]));
}

/** Every way that needs no touch. None may let an approval through. */
async function tryEverything(): Promise<void> {
  const earlier = await approveHonestly("earlier");
  const work = await waitingTask("attacked");
  const outcomes = await attack({ ...found, ...work, earlier });
  expectRefused(outcomes);
  expect(outcomes.length).toBeGreaterThanOrEqual(15);
}

function expectRefused(outcomes: readonly Outcome[]): void {
  const table = outcomes.map(({ name, answer }) => `${name}: ${answer}`).join("\n");
  expect(
    outcomes.filter(({ isApproved }) => isApproved),
    table,
  ).toEqual([]);
  const isRefused = /human_only|"forbidden"|^no signature$/;
  expect(outcomes.filter(({ answer }) => !isRefused.test(answer))).toEqual([]);
}

// Another engine and account take the time that only the long run has.
describe.skipIf(inject("scale") < 1)("a device that must know the person's finger", () => {
  beforeAll(() => open("unlocked"));
  afterAll(close);

  it("gives a process in the person's account no approval, in more than 15 ways", tryEverything);

  it("gives none to somebody who finds it and touches it", async () => {
    const work = await waitingTask("found");
    const touches = setInterval(() => account.touch("stranger"), 50);
    const outcomes = await attack({ ...found, ...work, earlier: NO_ACT }, "found");
    clearInterval(touches);
    expectRefused(outcomes);
    const isUnsigned = outcomes.map(({ answer }) => answer === "no signature");
    expect(isUnsigned).toEqual([true, false, false]);
  });
});

describe("a process in the person's account", () => {
  beforeAll(() => open("touched"));
  afterAll(close);

  it("gets no approval without a touch, in more than 15 ways", tryEverything);

  it("gets one with a touch that was meant for something else, which is announced at once", async () => {
    const work = await waitingTask("stolen");
    const announced = isAnnounced(work.task);
    const stealing = attack({ ...found, ...work, earlier: NO_ACT }, "steal");
    await account.touch(); // for something else: the device does not say what it signs
    const [outcome] = await stealing;
    expect(outcome).toMatchObject({ answer: "approved", isApproved: true });

    expect(await announced).toBe(true);
    const { grace } = await client.showTask({ task: work.task });
    expect(grace).toMatchObject({ act: "approve" });
    const shown = await stage.run(["task", "show", work.task]);
    expect(shown.out).toMatch(/approve/);
    // Boards, inboxes and pages read this list, and show for how long a decision can be undone.
    const { items } = await client.listTasks({ limit: 200 });
    const listed = items.find(({ task }) => task === work.task);
    expect(listed?.graceUntilMs).toBeGreaterThan(Date.now());
    const undone = await account.touching(() => stage.run(["undo", work.task], asPerson));
    expect(undone.code, undone.err).toBe(0);
    await stage.bench.until(work.task, ({ state, grace }) => state === "reviewing" && !grace);
  });

  it("approves at the level signed with a key file that has no passphrase, and shows no more", async () => {
    const lab = await openActEngine();
    const { engine, ana, anasKey, approve } = lab;
    const keyFile = join(stage.bench.directory, "software");
    const sign = (line: string) => signWithSshKeygen({ line, keyFile, env: process.env });
    const key = (await readFile(`${keyFile}.pub`, "utf8")).trim();
    const add = (by: Principal) => engine.addKey(by, { key });
    const added = await requestStatement(ana, anasKey, add);
    await add(withSignature(ana, added, signStatement(anasKey, added), await sign(added)));

    const stolen = { fingerprint: found.softwareFingerprint };
    const task = await lab.waitingTask();
    const overstated = await requestStatement(ana, stolen, approve(task), "touched");
    const attempt = approve(task)(withSignature(ana, overstated, await sign(overstated)));
    await expect(attempt).rejects.toThrow(
      "The statement says touched, and the signature shows signed",
    );
    const line = await requestStatement(ana, stolen, approve(task));
    const sshsig = await sign(line);
    await approve(task)(withSignature(ana, line, sshsig));
    expect(parsePersonStatement(line)?.predicate.level).toBe("signed");
    expect(verifySshsig(statementBytes(line), sshsig)).toMatchObject({ level: "signed" });
  });
});
