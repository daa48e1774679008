import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import {
  createSoftwareKey,
  makeSshsig,
} from "../../packages/adapters/src/sign/testing/make-sshsig.ts";
import { verifySshsig } from "../../packages/adapters/src/sign/verify-sshsig.ts";
import { canonicalJson, digestText, statementBytes } from "../../packages/core/src/index.ts";
import {
  evidenceOf,
  ownerApproval,
  trustedKey,
  trustOf,
} from "../../packages/core/src/testing/evidence-of.ts";

/** Writes the proof of this release, once: later builds must parse, verify and judge it. */
const { version } = JSON.parse(
  readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8"),
);
const folder = new URL(`proofs/v${version}/`, import.meta.url);

const sign = (kind: "ed25519" | "ed25519-sk", namespace: string) => {
  const key = createSoftwareKey(kind);
  const text = (line: string) => Buffer.from(statementBytes(line)).toString();
  const signature = (line: string) => makeSshsig(key, text(line), { namespace });
  const reading = verifySshsig(statementBytes("x"), signature("x"));
  if (!reading.ok) throw new Error(reading.reason);
  return { signature, key: reading.key, fingerprint: reading.fingerprint };
};

const ana = sign("ed25519-sk", "act@countersign");
const engine = sign("ed25519", "move@countersign");
const trust = trustOf({
  people: { ana: { keys: [{ ...trustedKey("ana"), key: ana.key }] } },
  owners: ["ana"],
  quorum: 1,
  engines: { main: engine.key },
});
const reference = { number: 1, sha256: trust.sha256 };
const { proof, clone, chain, policy } = evidenceOf({
  acts: [ownerApproval("ana", { key: ana.fingerprint, trust: reference })],
  move: (predicate) => ({ ...predicate, trust: reference }),
});
const inputs = canonicalJson(proof.inputs?.value ?? null);
const lines = [
  proof.move.line,
  canonicalJson({ line: 1, sshsig: engine.signature(proof.move.line) }),
  ...proof.acts.flatMap(({ line }, at) => [
    line,
    canonicalJson({ line: at * 2 + 3, sshsig: ana.signature(line) }),
  ]),
  inputs,
];
const acts = lines.slice(2, -1).map((line) => `${line}\n`);

mkdirSync(folder, { recursive: true });
write("proof.jsonl", lines.map((line) => `${line}\n`).join(""));
write("trust.jsonl", canonicalJson(trust.file));
write(
  "clone.jsonl",
  `${JSON.stringify({
    ...clone,
    trailer: digestText(acts.join("")),
    nextTrust: undefined,
    chain: { ...chain, used: [] },
    policy,
  })}\n`,
);

function write(name: string, text: string): void {
  writeFileSync(new URL(name, folder), text, { flag: "wx" });
}
