import { canonicalJson, type PersonAct } from "@countersign/core";
import { actDraft, commonFields, keyOf } from "./act-drafts.ts";
import { signAct } from "./append-move.ts";
import { type Lab, plainFile } from "./lab.ts";

/** Signs acts that no move contains, and stores them in a commit of their own under a ref. */
export function storeStatements(
  lab: Lab,
  ref: string,
  file: string,
  acts: readonly PersonAct[],
): void {
  const tree = lab.store.tree(lab.files);
  const lines = acts.flatMap((act, at) => {
    const { line, sshsig } = signAct(actDraft(lab, act, tree));
    return [line, canonicalJson({ line: at * 2 + 1, sshsig })];
  });
  const text = lines.map((line) => `${line}\n`).join("");
  const commit = lab.store.commit({
    tree: lab.store.tree(new Map([[file, plainFile(text)]])),
    ...{ parents: [], message: `${file}\n`, author: "countersign <countersign@localhost>" },
    atSeconds: lab.atSeconds,
  });
  lab.refs.set(ref, commit);
}

/** Undoes an act. */
export function retract(lab: Lab, by: string, digest: string): void {
  const act: PersonAct = {
    ...{ act: "retract", ...commonFields(lab, by, keyOf(lab, by)), retracts: digest },
  };
  const ref = `refs/countersign/retracted/${digest.slice(0, 16)}`;
  storeStatements(lab, ref, "retraction.jsonl", [act]);
}

/** Lets new verifiers begin at the newest move. */
export function addWaypoint(lab: Lab): void {
  const { owners, quorum } = lab.trust;
  const move = lab.proofs.at(-1)?.digest ?? "";
  const number = lab.proofs.length;
  const acts = owners.slice(0, quorum).map(
    (by): PersonAct => ({
      ...{ act: "waypoint", ...commonFields(lab, by, keyOf(lab, by)), number, move },
    }),
  );
  storeStatements(lab, `refs/countersign/waypoints/main/${number}`, "waypoint.jsonl", acts);
}
