import { type RequirementStanding, requirementStanding, type TaskView } from "@countersign/api";

/** One link of the chain: a layer, who answers for it, and how it stands. */
export type ChainLink = {
  readonly layer: string;
  readonly who: string;
  readonly status: RequirementStanding;
  /** Whether the last answer raised concerns, even if they block nothing. */
  readonly hasConcerns: boolean;
};

/** Layers that no actor can answer, with the reason for people. */
export function skippedLayers({ round }: TaskView): { layer: string; why: string }[] {
  return (round?.plan?.skipped ?? []).map(({ layer, reason, detail }) => ({
    layer,
    why: detail ?? reason.replaceAll("_", " "),
  }));
}

/** The layers of people and agents in order; checks are listed by `listChecks`. */
export function chainLinks({ round }: TaskView, me: string | null): ChainLink[] {
  return (round?.requirements ?? [])
    .filter(({ kind }) => kind !== "check")
    .map((requirement) => {
      const { id, layers, who, verdicts } = requirement;
      const last = verdicts.at(-1);
      const names = last === undefined ? who : [last.by];
      return {
        layer: layers.length === 0 ? id.replace(/^[a-z]+:/, "") : layers.join("+"),
        who: names.map((name) => (name === me ? "you" : name)).join(", "),
        status: requirementStanding(requirement),
        hasConcerns: last?.opinion === "concerns",
      };
    });
}
