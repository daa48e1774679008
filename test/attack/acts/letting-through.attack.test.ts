import { statementBytes, type Task } from "@countersign/core";
import type { Engine, Principal } from "@countersign/engine";
import { afterAll, describe, expect, it } from "vitest";
import { createSignatureReader } from "../../../packages/adapters/src/sign/create-signature-reader.ts";
import {
  canLetChangePass,
  type Permission,
  ROLE_PERMISSIONS,
} from "../../../packages/engine/src/access/permissions.ts";
import { openShop } from "../../engine/open-engine.ts";
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

const lab = await openActEngine();
const { ana, admin, anasKey, shown, waitingTask } = lab;
const [rootsKey, spareKey] = [createTestKey(), createTestKey()];
await enrol(lab, admin, rootsKey);
const other = openShop(lab.policy);
const root = { kind: "root", people: [], recovery: [] } as const;
const { id: trustRequest } = await lab.engine.proposeTrust(ana, "shop", root);
afterAll(() => other.remove());

type Row = {
  by: Principal;
  decide: (engine: Engine, by: Principal, task: Task) => Promise<unknown>;
  /** What a decision with a signature leads to. Default: it is accepted. */
  outcome?: string;
};

type ClientCommand = Parameters<Engine["command"]>[3];
const onTask = (command: (task: Task) => ClientCommand, outcome = "accepted"): Row => ({
  by: ana,
  decide: (engine, by, task) => engine.command(by, lab.key(), task.id, command(task)),
  outcome,
});

/** One row for each permission that can let something through. */
const ROWS: Partial<Record<Permission, Row>> = {
  approve: onTask((task) => ({ type: "approve", ...shown(task) })),
  undo: onTask((task) => ({ type: "undo", ...shown(task) }), "wrong_state"),
  override: onTask((task) => ({ type: "override", ...shown(task), reason: "urgent" })),
  release: onTask(
    (task) => ({ type: "release", ...shown(task), offered: null, resolutions: [{ do: "retry" }] }),
    "wrong_state",
  ),
  reopen: onTask((task) => ({ type: "reopen", ...shown(task) }), "wrong_state"),
  dispose: onTask(
    (task) => ({
      ...{ type: "dispose", finding: "F-1", ...shown(task) },
      as: { is: "dismissed", reason: "fine" },
    }),
    "not_found",
  ),
  cancel_reviewer: onTask(
    (task) => ({ type: "cancel_reviewer", ...shown(task), requirement: "none", reviewer: "eve" }),
    "wrong_state",
  ),
  change_mode: onTask((task) => ({ type: "change_mode", ...shown(task), mode: "batch" })),
  record_verdict: onTask((task) => ({
    ...{ type: "record_verdict", of: "round", number: 1, tree: shown(task).tree },
    ...{ requirement: "layer:owner", opinion: "approved", summary: "fine", findings: [] },
    ...{ costUsd: 0, sandboxed: false },
  })),
  create_human_token: {
    by: admin,
    decide: (engine, by) => engine.createToken(by, { actor: "kim", role: "human" }),
  },
  remove_repository: {
    by: admin,
    decide: (engine, by) => engine.removeRepository(by, "spare"),
  },
  release_repository: {
    by: ana,
    decide: (engine, by) =>
      engine.releaseRepository(by, "shop", { tip: lab.shop.git("rev-parse", "main"), reason: "x" }),
  },
  accept_loss: {
    by: ana,
    decide: (engine, by) => engine.acceptLoss(by, { outside: null, inside: null, reason: "x" }),
    outcome: "stale_content",
  },
  sign_trust: {
    by: ana,
    decide: (engine, by) => engine.signTrust(by, "shop", trustRequest),
  },
  rotate_seal_key: { by: admin, decide: (engine, by) => engine.rotateSealKey(by) },
  retire_key: { by: admin, decide: (engine, by) => engine.retireKey(by, spareKey.fingerprint) },
};

describe("I1 Complete: each command that lets something through is signed", () => {
  it("has a row for every permission that lets something through, except adding keys", () => {
    const letting = Object.keys(ROLE_PERMISSIONS).filter(
      (name): name is Permission =>
        name in ROLE_PERMISSIONS && canLetChangePass(name as Permission),
    );
    expect(Object.keys(ROWS).toSorted()).toEqual(
      letting.filter((name) => name !== "add_key").toSorted(),
    );
  });

  it("adds another key only with the signatures of it and of an existing one", async () => {
    const { engine } = lab;
    const key = spareKey.text;
    expect(await codeOf(engine.addKey(admin, { key }))).toBe("human_only");
    const alone = decideSigned(admin, spareKey, (by) => engine.addKey(by, { key }));
    expect(await codeOf(alone)).toBe("human_only");
    const unproved = decideSigned(admin, rootsKey, (by) => engine.addKey(by, { key }));
    expect(await codeOf(unproved)).toBe("human_only");
    expect((await engine.keys(admin)).map(({ actor }) => actor)).toEqual(["ana", "root"]);

    const line = await requestStatement(admin, rootsKey, (by) => engine.addKey(by, { key }));
    const proof = signStatement(spareKey, line);
    const signed = withSignature(admin, line, signStatement(rootsKey, line), proof);
    expect(await engine.addKey(signed, { key })).toMatchObject({ actor: "root", key });
  });

  it("is refused without a signature, and decided with one", async () => {
    await lab.engine.addRepository(admin, { path: other.repo, id: "spare" });
    const outcomes: Record<string, string[]> = {};
    for (const [name, { by, decide }] of Object.entries(ROWS)) {
      const task = await waitingTask();
      const key = by === ana ? anasKey : rootsKey;
      const send = (as: Principal) => decide(lab.engine, as, task);
      const alone = await codeOf(send(by));
      const unchanged = await lab.engine.task(ana, task.id);
      expect(unchanged.seq).toBe(task.seq);
      outcomes[name] = [alone, await codeOf(decideSigned(by, key, send))];
    }
    expect(outcomes).toEqual(
      Object.fromEntries(
        Object.entries(ROWS).map(([name, { outcome = "accepted" }]) => [
          name,
          ["human_only", outcome],
        ]),
      ),
    );
  });

  it("keeps the last key of a person who must sign", async () => {
    const retire = (by: Principal) => lab.engine.retireKey(by, anasKey.fingerprint);
    expect(await codeOf(decideSigned(ana, anasKey, retire))).toBe("wrong_state");
  });

  it("is recorded with the statement and the signature of each decision", async () => {
    const { rows } = await lab.database.owner.query(
      "SELECT command, actor, statement, sshsig FROM countersign.acts WHERE recorded IS NOT NULL",
    );
    const reader = createSignatureReader();
    for (const { statement, sshsig } of rows)
      expect(reader.readSignature(statementBytes(statement), sshsig)).toMatchObject({ ok: true });
    const accepted = Object.entries(ROWS).filter(
      ([, { outcome }]) => (outcome ?? "accepted") === "accepted",
    );
    expect(rows.map(({ command }) => command)).toEqual(
      expect.arrayContaining(["add_key", ...accepted.map(([name]) => name)]),
    );
  });
});
