import { canonicalJson, type PersonAct } from "@countersign/core";
import { actDraft, commonFields, keyOf } from "./act-drafts.ts";
import { type ActDraft, signAct } from "./append-move.ts";
import { type Lab, plainFile } from "./lab.ts";

/** Signs acts that no move contains, and returns their text with the signatures. */
function statementsText(acts: readonly ActDraft[]): string {
  const lines = acts.flatMap((act, at) => {
    const { line, sshsig } = signAct(act);
    return [line, canonicalJson({ line: at * 2 + 1, sshsig })];
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** Undoes an act. The retraction is in a commit of its own under a ref. */
export function retract(lab: Lab, by: string, digest: string): void {
  const act: PersonAct = {
    ...{ act: "retract", ...commonFields(lab, by, keyOf(lab, by)), retracts: digest },
  };
  const file = "retraction.jsonl";
  const text = statementsText([actDraft(lab, act, lab.store.tree(lab.files))]);
  const commit = lab.store.commit({
    tree: lab.store.tree(new Map([[file, plainFile(text)]])),
    ...{ parents: [], message: `${file}\n`, author: "countersign <countersign@localhost>" },
    atSeconds: lab.atSeconds,
  });
  lab.refs.set(`refs/countersign/retracted/${digest.slice(0, 16)}`, commit);
}

/** Signs a waypoint at the newest move by a quorum of the owners. `forge` changes the acts before they are signed. */
export function addWaypoint(
  lab: Lab,
  forge: (acts: ActDraft[]) => ActDraft[] = (acts) => acts,
): void {
  const { owners, quorum } = lab.trust;
  const move = lab.proofs.at(-1)?.digest ?? "";
  const number = lab.proofs.length;
  const tree = lab.store.tree(lab.files);
  const acts = owners.slice(0, quorum).map((by) => {
    const fields = commonFields(lab, by, keyOf(lab, by));
    return actDraft(lab, { act: "waypoint", ...fields, number, move }, tree);
  });
  lab.waypoints.push({ number, text: statementsText(forge(acts)) });
}
