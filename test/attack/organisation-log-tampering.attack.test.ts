import { beforeAll, describe, expect, it } from "vitest";
import { plainPolicy } from "../engine/plain-policy.ts";
import { openLab } from "./open-lab.ts";
import { exportLines, findProblems, listLog, ORGANISATION } from "./read-audit.ts";

const lab = await openLab(plainPolicy("ana"));
const { engine, ana, agent, admin, database, key } = lab;
const HERE = `org_id = 'acme' AND task_id = '${ORGANISATION}'`;

/** Changes rows as the owner of the database can, past every trigger. */
async function asOwner(...statements: string[]): Promise<void> {
  const client = await database.owner.connect();
  try {
    await client.query("SET session_replication_role = replica");
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}

const TAMPERINGS: Readonly<Record<string, (seq: number) => readonly string[]>> = {
  "a changed actor": (seq) => [
    `UPDATE countersign.events SET actor = 'mallory' WHERE ${HERE} AND seq = ${seq}`,
  ],
  "a changed credential": (seq) => [
    `UPDATE countersign.events SET body = body || '{"credential":{"id":"tok_x","role":"human"}}'
      WHERE ${HERE} AND seq = ${seq}`,
  ],
  "a changed time": (seq) => [
    `UPDATE countersign.events SET at = at - interval '1 day' WHERE ${HERE} AND seq = ${seq}`,
  ],
  "a removed entry": (seq) => [`DELETE FROM countersign.events WHERE ${HERE} AND seq = ${seq}`],
  "a removed entry with the gap closed": (seq) => [
    `DELETE FROM countersign.events WHERE ${HERE} AND seq = ${seq}`,
    `UPDATE countersign.events SET seq = -seq WHERE ${HERE} AND seq > ${seq}`,
    `UPDATE countersign.events SET seq = -seq - 1 WHERE ${HERE} AND seq < 0`,
  ],
  "two entries in another order": (seq) => {
    const first = Math.max(1, seq - 1);
    return [
      `UPDATE countersign.events SET seq = -seq WHERE ${HERE} AND seq IN (${first}, ${first + 1})`,
      `UPDATE countersign.events SET seq = ${2 * first + 1} + seq WHERE ${HERE} AND seq < 0`,
    ];
  },
  "an end that was cut off": (seq) => [
    `DELETE FROM countersign.events WHERE ${HERE} AND seq >= ${seq}`,
  ],
};

beforeAll(async () => {
  for (let number = 1; number <= 6; number += 1) {
    const { id } = await engine.createToken(admin, { actor: `viewer-${number}`, role: "viewer" });
    await engine.revokeToken(admin, id);
  }
  await engine.createTask(agent, key(), { title: "Any", repo: "shop" });
  await exportLines(lab);
  await asOwner(
    "ALTER TABLE countersign.events DROP CONSTRAINT events_seq_from_one",
    `CREATE TABLE public.kept AS SELECT * FROM countersign.events WHERE ${HERE}`,
  );
});

describe("I8 Tamper-evident: the organisation's log is what was written", () => {
  it.each(Object.entries(TAMPERINGS))("reports %s, first, last or between", async (_, tamper) => {
    const last = (await listLog(lab))[0]?.seq ?? 0;
    expect(last).toBeGreaterThan(14);
    for (const seq of [1, 9, last]) {
      await asOwner(...tamper(seq));
      expect([seq, (await findProblems(lab)).join("\n")]).toEqual([
        seq,
        expect.stringMatching(/of the organisation (?:was|are|ends|does)/),
      ]);
      await asOwner(
        `DELETE FROM countersign.events WHERE ${HERE}`,
        "INSERT INTO countersign.events OVERRIDING SYSTEM VALUE SELECT * FROM public.kept",
      );
    }
    expect(await findProblems(lab)).toEqual([]);
  });

  it("goes on after its end was cut off, and the cut stays visible", async () => {
    await asOwner(`DELETE FROM countersign.events WHERE ${HERE} AND seq > 10`);
    for (let number = 7; number <= 12; number += 1)
      await engine.createToken(admin, { actor: `viewer-${number}`, role: "viewer" });

    expect((await findProblems(lab)).join("\n")).toContain("of the organisation");
    await asOwner(
      `DELETE FROM countersign.events WHERE ${HERE}`,
      "INSERT INTO countersign.events OVERRIDING SYSTEM VALUE SELECT * FROM public.kept",
    );
  });

  it("gives the engine's own login no way to change an entry", async () => {
    for (const statement of [
      `UPDATE countersign.events SET actor = 'mallory' WHERE ${HERE}`,
      `DELETE FROM countersign.events WHERE ${HERE}`,
    ])
      await expect(database.as("acme", (client) => client.query(statement))).rejects.toThrow(
        /permission denied|append-only/,
      );
  });

  it("records that a loss was accepted, by whom and why", async () => {
    const { last } = await engine.audit(ana);
    const number = last?.body.number ?? 0;
    await asOwner(
      `DELETE FROM countersign.seal_leaves WHERE seal = ${number}`,
      `DELETE FROM countersign.seals WHERE number = ${number}`,
    );
    const { outside, last: inside } = await engine.audit(ana);
    await engine.acceptLoss(ana, {
      outside: outside?.hash ?? null,
      inside: inside?.hash ?? null,
      reason: "restored last night",
    });
    await exportLines(lab);

    expect((await listLog(lab))[0]).toMatchObject({
      by: "ana",
      role: "human",
      credential: ana.token,
      what: "loss_accepted",
      detail: `seal: ${number}, reason: restored last night`,
      seal: expect.any(Number),
    });
    expect(await findProblems(lab)).toEqual([]);
  });
});

describe("I8 Tamper-evident: only readers of the audit read the organisation's log", () => {
  it.each([
    { role: "viewer", list: 200, export: 403 },
    { role: "author", list: 403, export: 403 },
    { role: "reviewer", list: 403, export: 403 },
    { role: "planner", list: 403, export: 403 },
    { role: "human", list: 200, export: 200 },
    { role: "admin", list: 200, export: 200 },
  ] as const)("as $role", async ({ role, ...expected }) => {
    const token = await lab.mint({ actor: `some-${role}`, role });
    const { task } = await engine.createTask(agent, key(), { title: "Own", repo: "shop" });
    const scoped = await lab.mint({ actor: `one-${role}`, role, task });
    const status = async (path: string, by = token) => (await lab.call(by, path)).status;

    expect(await status("/v1/audit/entries?about=organisation")).toBe(expected.list);
    expect(await status("/v1/audit/records")).toBe(expected.export);
    for (const path of ["entries", "records"])
      expect(await status(`/v1/audit/${path}`, scoped)).toBe(403);
    for (const path of ["", "/log", "/why", "/feedback", "/diff"])
      expect([400, 404]).toContain(await status(`/v1/tasks/%40organisation${path}`));
    const by = await engine.authenticate(token);
    if (by === null) throw new Error("A new token is not known");
    await expect(engine.log(by, ORGANISATION)).rejects.toMatchObject({ code: "not_found" });
    const { items } = await engine.stream(by, { limit: 500 });
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((entry) => entry.task === ORGANISATION)).toEqual([]);
  });
});
