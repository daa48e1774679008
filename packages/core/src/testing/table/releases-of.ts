import type { Resolution } from "../../decision/resolution.ts";
import { NAMED_PERSON } from "../../plan/compile/amend.ts";
import type { CommandOf } from "../../task/model/commands.ts";
import type { HoldReason, Task } from "../../task/model/state.ts";

type Release = Pick<CommandOf<"release">, "type" | "resolutions">;

/** Every way out of a hold: to its author, to its end, or with each of its reasons settled. */
export function releasesOf({ phase, round }: Task): Release[] {
  const release = (resolutions: Resolution[]): Release => ({ type: "release", resolutions });
  const ends = [release([{ do: "send_back" }]), release([{ do: "reject" }])];
  if (phase.is !== "held") return ends;
  const concern = round?.verdicts.items.find(({ opinion }) => opinion === "concerns")?.id;
  const panel = round?.verdicts.items.find(({ requirement }) => requirement === "panel")?.id;
  return [
    ...ends,
    release(phase.reasons.map((reason) => settled(reason, panel ?? concern ?? "vrd_1"))),
  ];
}

function settled({ code, about }: HoldReason, conflicting: string): Resolution {
  switch (code) {
    case "blocker":
      return { do: "set_aside", verdict: about ?? "" };
    case "limit_attempts":
      return { do: "grant_attempts", attempts: 1 };
    case "no_result":
    case "merge_retries":
      return { do: "retry" };
    case "zero_reviews":
      return { do: "name_reviewer", requirement: NAMED_PERSON, reviewer: "ben" };
    default:
      return { do: "set_aside", verdict: conflicting };
  }
}
