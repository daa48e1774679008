import { actDraft, commonFields, keyOf } from "./act-drafts.ts";
import type { MoveDraft } from "./append-move.ts";
import type { Lab } from "./lab.ts";
import { workOn } from "./work.ts";

/** Drafts the acceptance of commits that others made on the target. */
export function acceptMove(lab: Lab): MoveDraft {
  lab.tasks += 1;
  const files = workOn(lab, lab.files);
  const tree = lab.store.tree(files);
  const foreign = (parent: string, number: number) =>
    lab.store.commit({
      ...{ tree, parents: [parent], message: `Repair by hand ${lab.tasks}, part ${number}\n` },
      author: "Eve <eve@shop.test>",
      atSeconds: lab.atSeconds + number,
    });
  const first = foreign(lab.commit, 1);
  const to = lab.random.chance(0.3) ? foreign(first, 2) : first;
  const by = lab.random.pick(["ana", "ben"]);
  const act = {
    ...{ act: "accept" as const, ...commonFields(lab, by, keyOf(lab, by)) },
    ...{ from: lab.commit, to },
  };
  return {
    how: "accept",
    files,
    acts: [actDraft(lab, act, tree)],
    round: () => ({ round: null, inputs: null }),
    commit: () => to,
  };
}
