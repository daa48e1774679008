import { describe, expect, it } from "vitest";
import { signSeal } from "../seal/seal-once.ts";
import { type AuditRecord, readRecord } from "./audit-record.ts";
import { createVerifier, type VerifyOptions } from "./create-verifier.ts";
import { createSigningKey, makeExport } from "./testing/make-export.ts";
import { sampleLogs } from "./testing/sample-logs.ts";

const key = createSigningKey();
const made = await makeExport(key, "acme", sampleLogs(4), { step: 3, atMs: 1_000 });
const { records, last } = made;
const trusted = { publicKey: key.publicKey, outside: last };

function verify(file: readonly AuditRecord[], options: VerifyOptions = trusted) {
  const verifier = createVerifier(options);
  for (const record of file) verifier.read(record);
  return verifier.finish();
}

const kindsOf = (file: readonly AuditRecord[], options?: VerifyOptions) =>
  verify(file, options).problems.map(({ kind }) => kind);

/** The file with one record changed. */
function edited(
  kind: AuditRecord["kind"],
  nth: number,
  change: (record: AuditRecord) => AuditRecord,
) {
  let seen = 0;
  return records.map((record) =>
    record.kind === kind && ++seen === nth ? change(record) : record,
  );
}

describe("an export", () => {
  it("as it was made has nothing wrong with it", () => {
    const result = verify(records);

    expect(result.problems).toEqual([]);
    expect(result).toMatchObject({
      org: "acme",
      tasks: 4,
      entries: records.filter(({ kind }) => kind === "entry").length,
      first: 1,
      last: { number: last?.body.number, hash: last?.hash },
    });
  });

  it("is the same when it was written as lines and read again", () => {
    const verifier = createVerifier(trusted);
    for (const record of records) verifier.readLine(JSON.stringify(record));
    verifier.readLine("");

    expect(verifier.finish().problems).toEqual([]);
    expect(records.map((record) => readRecord(JSON.stringify(record)))).toEqual(records);
  });

  it("of nothing has nothing wrong with it", async () => {
    const none = await makeExport(key, "acme", new Map(), { step: 1, atMs: 0 });

    expect(kindsOf(none.records, { publicKey: key.publicKey })).toEqual([]);
  });

  it("says in plain words what was changed and where", () => {
    const forged = edited("entry", 2, (record) => ({ ...record, by: "eve" }) as AuditRecord);

    expect(verify(forged).problems).toEqual([
      {
        kind: "entry_changed",
        seal: 1,
        task: "cs-a",
        seq: 2,
        text: "entry 2 of cs-a was changed after it was written",
      },
    ]);
  });

  it("names entries that are missing", () => {
    const cut = records.filter((record) => !(record.kind === "entry" && record.seq === 2));

    expect(verify(cut).problems[0]).toMatchObject({
      kind: "entries_missing",
      task: "cs-a",
      seq: 2,
    });
  });

  it("needs its end: whatever was cut off is missed", () => {
    expect(kindsOf(records.slice(0, -1))).toEqual(["no_end"]);
    expect(kindsOf(records.slice(1))[0]).toBe("no_header");
    expect(kindsOf([...records, ...records])).toContain("misplaced");
  });

  it.each([
    { what: "a text that is no JSON", line: "{" },
    { what: "a record of another kind", line: '{"kind":"note"}' },
    { what: "a key that comes twice", line: '{"kind":"end","kind":"end","last":null}' },
    { what: "a field that nobody knows", line: '{"kind":"end","last":null,"more":1}' },
  ])("does not pass with $what", ({ line }) => {
    const verifier = createVerifier(trusted);
    for (const record of records) verifier.readLine(JSON.stringify(record));
    verifier.readLine(line);

    expect(verifier.finish().problems.map(({ kind }) => kind)).toEqual(["unreadable"]);
  });
});

describe("the key", () => {
  it("of somebody else does not do", () => {
    expect(kindsOf(records, { publicKey: createSigningKey().publicKey })).toEqual([
      "no_trusted_seal",
    ]);
  });

  it("must be one", () => {
    expect(() => createVerifier({ publicKey: "ssh-rsa AAAA" })).toThrow("not a public key");
  });

  it("may change when the old one has signed for it, and either is enough to verify", async () => {
    const next = createSigningKey();
    const says = { type: "rotate" as const, publicKey: next.publicKey };
    const turn = await signSeal(key, { org: "acme", atMs: 1, last, leaves: [], says });
    const after = await signSeal(next, { org: "acme", atMs: 2, last: turn, leaves: [] });
    const file = withSeals(turn, after);

    expect(kindsOf(file, { publicKey: key.publicKey, outside: after })).toEqual([]);
    expect(kindsOf(file, { publicKey: next.publicKey, outside: after })).toEqual([]);
  });

  it("may not change by itself", async () => {
    const after = await signSeal(createSigningKey(), { org: "acme", atMs: 2, last, leaves: [] });

    expect(kindsOf(withSeals(after))).toEqual(["seal_key"]);
  });
});

/** The export with further seals at its end. */
function withSeals(...seals: readonly Awaited<ReturnType<typeof signSeal>>[]): AuditRecord[] {
  const end = seals.at(-1);
  return [
    ...records.slice(0, -1),
    ...seals.map((seal) => ({ kind: "seal" as const, ...seal })),
    { kind: "end", last: end ? { number: end.body.number, hash: end.hash } : null },
  ];
}

describe("the last seal outside", () => {
  it("must be among the seals", async () => {
    const other = await signSeal(key, { org: "acme", atMs: 2, last, leaves: [] });

    expect(verify(records, { ...trusted, outside: other }).problems).toMatchObject([
      { kind: "outside_missing", seal: other.body.number },
    ]);
  });

  it("may be missing where a person has accepted that, and the numbers go on behind it", async () => {
    const missing = await signSeal(key, { org: "acme", atMs: 2, last, leaves: [], number: 9 });
    const accept = (number: number) =>
      signSeal(key, {
        org: "acme",
        atMs: 3,
        last,
        leaves: [],
        number,
        says: {
          type: "accept",
          by: "ana",
          reason: "restored",
          missing: { number: 9, hash: missing.hash },
        },
      });

    expect(kindsOf(withSeals(await accept(10)), { ...trusted, outside: missing })).toEqual([]);
    expect(kindsOf(withSeals(await accept(12)), { ...trusted, outside: missing })).toEqual([
      "seal_gap",
    ]);
  });
});
