import { type Lab, type LabProof, plainFile, TARGET } from "./lab.ts";

const SEGMENT = 4_096;
const PREFIX = "refs/countersign/proofs/main/";

/** Stores the proofs in their segments, and returns all refs of the repository. */
export function storeProofs(
  lab: Lab,
  proofs: readonly LabProof[] = lab.proofs,
): Map<string, string> {
  const refs = new Map([...lab.refs, [TARGET, lab.commit]]);
  const commits: string[] = [];
  let previous: LabProof | undefined;
  for (const [at, proof] of proofs.entries()) {
    const ref = `${PREFIX}${String(Math.floor(at / SEGMENT)).padStart(6, "0")}`;
    const parent = refs.get(ref);
    const files = proofFiles(proof, parent === undefined ? undefined : previous);
    const commit = lab.store.commit({
      tree: lab.store.tree(new Map(files.map(([name, text]) => [name, plainFile(text)]))),
      ...{ parents: parent === undefined ? [] : [parent], message: `${proof.commit}\n` },
      author: "countersign <countersign@localhost>",
      atSeconds: lab.atSeconds,
    });
    refs.set(ref, commit);
    commits.push(commit);
    previous = proof;
  }
  for (const { number, text } of lab.waypoints) {
    const files = waypointFiles(proofs.slice(0, number), text);
    const commit = lab.store.commit({
      tree: lab.store.tree(new Map(files.map(([name, one]) => [name, plainFile(one)]))),
      ...{ parents: [], message: `${commits[number - 1]}\n` },
      ...{ author: "countersign <countersign@localhost>", atSeconds: lab.atSeconds },
    });
    refs.set(`refs/countersign/waypoints/main/${number}`, commit);
  }
  return refs;
}

/** The acts of a waypoint, and the changes of trust up to it. */
function waypointFiles(proofs: readonly LabProof[], text: string): [string, string][] {
  const steps = proofs.flatMap((proof, at): [string, string][] => {
    const trust = at === 0 ? proof.trust : proof.nextTrust;
    if (trust === null) return [];
    return [named(`proof-${at + 1}.jsonl`, proof.text), named(`trust-${at + 1}.json`, trust)];
  });
  return [named("waypoint.jsonl", text), ...steps];
}

/** Trust and policy are in the first proof of a segment and where they changed. */
function proofFiles(proof: LabProof, previous: LabProof | undefined): [string, string][] {
  return [
    ["proof.jsonl", proof.text],
    ...(proof.trust === previous?.trust ? [] : [named("trust.json", proof.trust)]),
    ...(proof.policy === previous?.policy ? [] : [named("policy.json", proof.policy)]),
    ...(proof.nextTrust === null ? [] : [named("next-trust.json", proof.nextTrust)]),
    ...(proof.checkpoint === undefined ? [] : [named("checkpoint", proof.checkpoint)]),
  ];
}

const named = (name: string, text: string): [string, string] => [name, text];
