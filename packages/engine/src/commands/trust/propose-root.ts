import { randomBytes } from "node:crypto";
import {
  allowedSigners,
  CONFIG_FILES,
  CountersignError,
  requiredLevel,
  SIGNERS_FILE,
  TRUST_FILE,
  TrustFile,
  trustFileText,
} from "@countersign/core";
import { listPersonKeys } from "../../access/person-keys.ts";
import type { Principal } from "../../access/principal.ts";
import type { EngineScope } from "../../execute/engine-scope.ts";
import { requireSignaturesIn } from "../../policy/require-signatures-in.ts";
import type { TrustRequestBody } from "../../store/organisation/trust-requests.ts";
import { requireFreeCheckouts } from "./require-free-checkouts.ts";
import { requireTrustProposer, type TrustPlace } from "./require-trust-proposer.ts";
import { storeTrustRequest } from "./store-trust-request.ts";

/** The beginning of trust in a repository. */
export type NewTrust = {
  /** Number of owners who sign a change. Default 2, or 1 for a person working alone. */
  quorum?: number | undefined;
  /** Further people whose keys are listed, besides the owners. */
  people: readonly string[];
  /** Keys that may change the trust file alone, as OpenSSH writes them. */
  recovery: readonly string[];
};

const MAX_CONFIG = 1024 * 1024;

/** Prepares the first trust file of a target, which every owner signs. Returns the id of the request. */
export async function proposeRoot(
  scope: EngineScope,
  by: Principal,
  repo: string,
  wanted: NewTrust,
): Promise<string> {
  const place = await requireTrustProposer(scope, by, repo);
  const { repository, trust } = place;
  const { mirror } = scope;
  const blobs = await mirror.findFiles(repo, repository.tip, [TRUST_FILE, SIGNERS_FILE]);
  if (trust !== null || blobs.size > 0)
    throw new CountersignError("wrong_state", `${repository.target} has a trust file already`, {
      hint: "Change it: countersign trust change",
    });
  const file = await firstTrustFile(scope, place, wanted);
  const text = trustFileText(file);
  const config = await configOf(scope, place);
  const files = new Map([
    [TRUST_FILE, Buffer.from(text)],
    [SIGNERS_FILE, Buffer.from(allowedSigners(file))],
    ...(config === null ? [] : [[config.path, Buffer.from(config.text)] as const]),
  ]);
  const tree = await mirror.writeFiles(repo, repository.tip, files);
  await requireSignedPolicy(scope, repo, tree);
  await requireFreeCheckouts(mirror, repository, tree);
  const digest = await mirror.digestChanges(repo, { from: null, to: tree });
  const body: TrustRequestBody = {
    ...{ kind: "root", trust: text, config, tip: repository.tip, tree },
    files: digest.sha256,
  };
  return await storeTrustRequest(scope, by, repo, body);
}

async function firstTrustFile(
  scope: EngineScope,
  { policy }: TrustPlace,
  { quorum, people, recovery }: NewTrust,
): Promise<TrustFile> {
  const { proofs } = scope;
  if (proofs === undefined)
    throw new CountersignError("wrong_state", "This engine has no key to sign moves with");
  const owners = [...new Set(policy.people.owner)];
  const keys = await scope.read(listPersonKeys);
  const names = [...new Set([...owners, ...people])];
  const listed = names.map((name) => {
    const own = keys.filter(({ actor, retiredMs }) => actor === name && retiredMs === null);
    if (own.length === 0) throw keyless(name);
    const entries = own.map(({ key, origins }) => ({
      ...{ key, origins, attested: false, addedBy: name },
    }));
    return [name, { keys: entries }] as const;
  });
  const parsed = TrustFile.safeParse({
    ...{ version: 1, number: 1, repository: `csr_${randomBytes(16).toString("hex")}` },
    ...{ people: Object.fromEntries(listed), owners },
    ...{ quorum: quorum ?? Math.min(2, owners.length), recovery: [...recovery] },
    engines: { main: await proofs.signer.publicKey() },
    ...{ witnesses: { quorum: 0, keys: [] }, revoked: [] },
  });
  if (parsed.success) return parsed.data;
  const reason = parsed.error.issues.map(({ message }) => message).join("; ");
  throw new CountersignError("invalid_input", `The trust file would not be valid: ${reason}`);
}

function keyless(name: string): CountersignError {
  return new CountersignError("wrong_state", `${name} has no key yet`, {
    hint: `${name} adds one: countersign key add <file>`,
  });
}

/** Returns the configuration with signatures required. Null if the policy requires them already. */
async function configOf(
  { mirror }: EngineScope,
  { repository: { id, tip, target }, policy }: TrustPlace,
): Promise<{ path: string; text: string } | null> {
  if (requiredLevel([policy]) !== "told") return null;
  for (const path of CONFIG_FILES) {
    const file = await mirror.readFile(id, tip, path, MAX_CONFIG);
    if (file === null || file.bytes === null) continue;
    return { path, text: requireSignaturesIn(path, Buffer.from(file.bytes).toString("utf8")) };
  }
  throw new CountersignError("wrong_state", `${target} of ${id} has no configuration`, {
    hint: "Create one first: countersign init",
  });
}

/** Refuses a tree whose policy would not require signatures, because the configuration comes from elsewhere. */
async function requireSignedPolicy(
  { policies, org }: EngineScope,
  repo: string,
  tree: string,
): Promise<void> {
  const found = await policies.at(org, repo, tree);
  if ("policy" in found && requiredLevel([found.policy]) !== "told") return;
  const why = "problem" in found ? found.problem : "trust.humanPresence would stay terminal";
  throw new CountersignError("wrong_state", `The configuration cannot be edited: ${why}`, {
    hint: 'Set trust.humanPresence to "verified" on the target branch first',
  });
}
