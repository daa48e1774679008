import { readFileSync } from "node:fs";
import { digestText, type PersonAct, type TrustFile } from "@countersign/core";
import type { SshsigKind } from "../../../packages/adapters/src/sign/testing/make-sshsig.ts";
import { type LabKey, labKey } from "./lab-key.ts";
import { type Files, type LabFile, type ObjectFormat, ObjectStore } from "./object-store.ts";
import { type Random, randomOf } from "./random.ts";

/** A signed act of a proof. */
export type SignedAct = { act: PersonAct; line: string; sshsig: string; digest: string };

/** One proof as it will be stored, with the commit that it proves. */
export type LabProof = {
  commit: string;
  text: string;
  digest: string;
  acts: readonly SignedAct[];
  trust: string;
  nextTrust: string | null;
  policy: string;
  /** The checkpoint of the chain up to this move. */
  checkpoint?: string;
};

export type LabOptions = {
  seed: number;
  format?: ObjectFormat;
  /** The value of `trust.humanPresence` in the policy. */
  presence?: "verified" | "touched" | "unlocked";
  /** Kinds of the keys of people, in turn. */
  kinds?: readonly [SshsigKind, ...SshsigKind[]];
  /** Further keys of the policy. */
  policy?: object;
};

/** The state of a repository while its history is generated. */
export type Lab = {
  random: Random;
  store: ObjectStore;
  kinds: readonly [SshsigKind, ...SshsigKind[]];
  presence: NonNullable<LabOptions["presence"]>;
  /** The newest key of each person that the trust file names. */
  keys: Map<string, LabKey>;
  engine: LabKey;
  recovery: LabKey;
  /** The keys that the trust file named before, newest last. */
  retired: LabKey[];
  trust: TrustFile;
  /** The files, the commit and the time at which the target is. */
  files: Files;
  commit: string;
  atSeconds: number;
  proofs: LabProof[];
  /** The files and the commit at each proof, as bases of later work. */
  past: { commit: string; files: Files }[];
  /** The signed acts of waypoints, by the numbers of their moves. */
  waypoints: { number: number; text: string }[];
  /** Refs besides the target, the proofs and the waypoints. */
  refs: Map<string, string>;
  tasks: number;
};

export const TARGET = "refs/heads/main";
export const POLICY_PATH = "countersign.json";
export const TRUST_PATH = ".countersign/trust.json";
const SIGNERS_PATH = ".countersign/allowed_signers";

const CLI = new URL("../../../packages/cli/package.json", import.meta.url);
export const RELEASE: string = JSON.parse(readFileSync(CLI, "utf8")).version;

const START_SECONDS = Date.UTC(2026, 10, 16) / 1000;

const KINDS = {
  verified: ["ed25519", "ed25519", "ecdsa-256", "ed25519-sk", "webauthn-sk"],
  touched: ["ed25519-sk", "ecdsa-sk", "webauthn-sk"],
  unlocked: ["ed25519-sk", "webauthn-sk"],
} as const;

/** Creates the state of a repository that has a policy and files, and no root of trust yet. */
export function createLab(options: LabOptions): Lab {
  const { seed, format = "sha1", presence = "verified" } = options;
  const random = randomOf(seed);
  const kinds = options.kinds ?? KINDS[presence];
  const store = new ObjectStore(format);
  const [first, ...more] = kinds;
  const kind = () => random.pick([first, ...more]);
  const keys = new Map(["ana", "ben"].map((name) => [name, labKey(kind(), random)]));
  const engine = labKey("ed25519", random);
  const recovery = labKey(presence === "verified" ? "ed25519" : "ed25519-sk", random);
  const trust: TrustFile = {
    version: 1,
    number: 1,
    repository: `csr_${random.hex(32)}`,
    people: Object.fromEntries(
      [...keys].map(([name, key]) => [name, { keys: [trustedKey(key, name)] }]),
    ),
    owners: ["ana", "ben"],
    quorum: 2,
    recovery: [recovery.text],
    engines: { main: engine.text },
    witnesses: { quorum: 0, keys: [] },
    revoked: [],
  };
  const submodule = "5".repeat(format === "sha1" ? 40 : 64);
  const files = firstFiles(policyText(presence, options.policy), submodule);
  const author = "Ana <ana@shop.test>";
  const message = "Begin\n";
  const commit = store.commit({
    ...{ tree: store.tree(files), parents: [], message, author },
    atSeconds: START_SECONDS,
  });
  return {
    ...{ random, store, kinds, presence, keys, engine, recovery, trust, files, commit },
    atSeconds: START_SECONDS,
    proofs: [],
    past: [],
    retired: [],
    waypoints: [],
    refs: new Map(),
    tasks: 0,
  };
}

export const trustedKey = ({ text, origins }: LabKey, addedBy: string) => ({
  ...{ key: text, origins, attested: false, addedBy },
});

/** The bytes of a trust file in the repository. */
export function trustText(trust: TrustFile): string {
  return `${JSON.stringify(trust, null, 2)}\n`;
}

export function trustReference(trust: TrustFile) {
  return { number: trust.number, sha256: digestText(trustText(trust)) };
}

/** Returns the files with a trust file and the list of signers that belongs to it. */
export function withTrust(files: Files, trust: TrustFile): Files {
  const signers = Object.entries(trust.people).flatMap(([name, { keys }]) =>
    keys.map(({ key }) => `${name} namespaces="act@countersign" ${key}\n`),
  );
  return new Map(files)
    .set(TRUST_PATH, plainFile(trustText(trust)))
    .set(SIGNERS_PATH, plainFile(signers.join("")));
}

export const plainFile = (text: string): LabFile => ({ mode: "100644", text });

/** A second in UTC as statements write it. */
export function timeText(atSeconds: number): string {
  return new Date(atSeconds * 1000).toISOString().replace(".000Z", "Z");
}

/** The text of a policy with two owners and a chain of another agent, to which the mode adds an owner. */
export function policyText(presence: Lab["presence"], more: object = {}): string {
  const policy = {
    version: 1,
    agentReviewers: "none",
    people: { owner: ["ana", "ben"] },
    chains: { code: ["peer"] },
    trust: { humanPresence: presence },
    ...more,
  };
  return `${JSON.stringify(policy, null, 2)}\n`;
}

const SOURCES = ["src/cart.ts", "src/order.ts", "src/stock.ts", "lib/price.ts", "lib/tax.ts"];

function firstFiles(policy: string, submodule: string): Files {
  const sources = SOURCES.map((path): [string, LabFile] => [path, plainFile(`// ${path}\n`)]);
  return new Map([
    ...sources,
    ["README.md", plainFile("# A shop\n")],
    ["run", { mode: "100755", text: "#!/bin/sh\nexit 0\n" }],
    ["latest", { mode: "120000", text: "src/cart.ts" }],
    ["vendor/tool", { mode: "160000", text: submodule }],
    [POLICY_PATH, plainFile(policy)],
  ]);
}
