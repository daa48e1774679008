import type { ChildProcess } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient, type TaskView } from "@countersign/api";
import { parsePersonStatement, statementBytes } from "@countersign/core";
import type { Principal } from "@countersign/engine";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

let stage: Stage;
let account: PersonAccount;
let agent: ChildProcess | undefined;
let client: Client;
let found: Omit<Loot, "task" | "round" | "tree" | "earlier">;
let asPerson: { COUNTERSIGN_TOKEN: string };

beforeAll(async () => {
  [stage, account] = await Promise.all([openStage(), openAccount()]);
  const { bench } = stage;
  await bench.write("shop.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes"]);
  asPerson = { COUNTERSIGN_TOKEN: await bench.humanToken() };
  const [deviceKey, softwareKey] = ["device", "software"].map((name) =>
    join(bench.directory, name),
  );
  if (deviceKey === undefined || softwareKey === undefined) throw new Error("There are no keys");
  const env = { SSH_SK_PROVIDER: account.provider };
  await account.touching(() => createKey(deviceKey, "ed25519-sk", env));
  await createKey(softwareKey, "ed25519");
  await stage.json(["key", "add", softwareKey], asPerson);
  await useProvider();
  await account.touching(() => stage.json(["key", "add", deviceKey], asPerson));
  await setPolicy("touched");
  await bench.confirmPolicy();

  const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  client = createClient({ baseUrl: url, token: asPerson.COUNTERSIGN_TOKEN });
  const credentials = JSON.parse(await readFile(engineFiles(bench.data).credentials, "utf8"));
  const owned = [deviceKey, softwareKey].map((key, index) => {
    const name = `key-${index}`;
    account.own(`${key}.pub`, `${name}.pub`);
    return account.own(key, name);
  });
  const started = await startAgent(account, owned[1] ?? "");
  agent = started.agent;
  found = {
    ...{ url, human: credentials.human.token, admin: credentials.admin.token },
    ...{ deviceKey: owned[0] ?? "", deviceFingerprint: await readFingerprint(deviceKey) },
    ...{ softwareKey: owned[1] ?? "", softwareFingerprint: await readFingerprint(softwareKey) },
    ...{ deviceSocket: account.deviceSocket, provider: account.provider },
    ...{ agentSocket: started.socket, directory: account.directory },
  };
});
afterAll(async () => {
  agent?.kill();
  await account?.close();
  await stage?.bench.close();
});

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
  const signer = { key: found.deviceFingerprint, level: "touched" } as const;
  const line = await requestAct(engine, work, signer);
  const { provider } = account;
  const keyFile = join(stage.bench.directory, "device");
  const sign = () => signWithSshKeygen({ line, keyFile, provider, env: process.env });
  const sshsig = await account.touching(sign);
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

describe("a process in the person's account", () => {
  it("gets no approval without a touch, in more than 15 ways", async () => {
    const earlier = await approveHonestly("earlier");
    const work = await waitingTask("attacked");
    const outcomes = await attack({ ...found, ...work, earlier });
    const table = outcomes.map(({ name, answer }) => `${name}: ${answer}`).join("\n");
    expect(
      outcomes.filter(({ isApproved }) => isApproved),
      table,
    ).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(15);
    const isRefused = /human_only|"forbidden"|^no signature$/;
    expect(outcomes.filter(({ answer }) => !isRefused.test(answer))).toEqual([]);
  });

  it("gets one with a touch that was meant for something else, which is announced at once", async () => {
    const work = await waitingTask("stolen");
    const announced = isAnnounced(work.task);
    const stealing = attack({ ...found, ...work, earlier: { nonce: "", sshsig: "" } }, "steal");
    await account.touch(); // for something else: the device does not say what it signs
    const [outcome] = await stealing;
    expect(outcome).toMatchObject({ answer: "approved", isApproved: true });

    expect(await announced).toBe(true);
    const { grace } = await client.showTask({ task: work.task });
    expect(grace).toMatchObject({ act: "approve" });
    const shown = await stage.run(["task", "show", work.task]);
    expect(shown.out).toMatch(/approve/);
    const undone = await account.touching(() => stage.run(["undo", work.task], asPerson));
    expect(undone.code, undone.err).toBe(0);
    await stage.bench.until(work.task, ({ state, grace }) => state === "reviewing" && !grace);
  });
});

describe("a key in a file without a passphrase", () => {
  it("approves at the level signed for whoever reads the file, and shows no more", async () => {
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
