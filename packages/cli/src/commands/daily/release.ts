import { type TaskView, waysOut } from "@countersign/api";
import { CountersignError, type Resolution } from "@countersign/core";
import { z } from "zod";
import { defineCommand } from "../../command/define-command.ts";
import { flag, type OptionValues, option, text } from "../../command/options.ts";
import { sendDecision } from "../../decisions/send-decision.ts";
import { Decided } from "../../output-schemas/outcomes.ts";
import { contentToDecide, type FoundTask } from "../../shown/content-to-decide.ts";

const OPTIONS = {
  setAside: option(
    "--set-aside <reviewer...>",
    z.array(z.string()).default([]),
    "ignore this reviewer's verdict; repeatable",
  ),
  grant: option(
    "--grant <n>",
    z.coerce.number().int().min(1).max(20).optional(),
    "number of additional attempts",
  ),
  budget: option(
    "--budget <usd>",
    z.coerce.number().positive().optional(),
    "new budget of the task in dollars",
  ),
  reviewer: option(
    "--reviewer <requirement=name...>",
    z.array(z.string().regex(/^[^=]+=[^=]+$/, "must be <requirement>=<name>")).default([]),
    "assign a requirement to another reviewer; repeatable",
  ),
  retry: flag("--retry", "restart reviewers without a result, or retry the merge"),
  sendBack: flag("--send-back", "send the task back to its author"),
  reject: flag("--reject", "reject the task"),
  round: option(
    "--round <n>",
    z.coerce.number().int().min(1).optional(),
    "fail unless the task is at this round",
  ),
  tree: text("--tree <id>", "the tree you reviewed; required in scripts"),
  offered: text("--offered <id>", "the tree submitted during the hold; required in scripts"),
};

const MIN_TREE = 7;

export const release = defineCommand({
  usage: "release <id>",
  examples: ["countersign release @1 --retry", "countersign release cs-ab12 --grant 2"],
  options: OPTIONS,
  takes: "task",
  output: {
    "task.release": Decided,
  },
  async run(context, { args, options }) {
    return await sendDecision(context, {
      verb: "release",
      done: "released",
      word: args.id,
      async content(found) {
        requireShownOffer(found, options.offered);
        return await contentToDecide(context, found, "release", options);
      },
      async send({ client }, view, shown) {
        const { id, hold } = view;
        const resolutions = resolutionsOf(options, view);
        if (resolutions.length === 0) throw nothingChosen(view);
        const codes = hold?.reasons.map(({ code }) => code) ?? [];
        const each = resolutions.flatMap((resolution) => perReason(resolution, codes));
        const offered = hold?.offeredTree ?? null;
        return await client.release({ task: id, body: { ...shown, offered, resolutions: each } });
      },
    });
  },
});

/** A release opens the work that was submitted while the task was held, so the person must have seen which. */
function requireShownOffer({ view: { id, hold }, shown }: FoundTask, named?: string): void {
  const now = hold?.offeredTree ?? null;
  if (now === null) return;
  const isNamed = named !== undefined && named.length >= MIN_TREE && now.startsWith(named);
  if (isNamed || (named === undefined && shown?.offered === now)) return;
  throw new CountersignError(
    "stale_content",
    `Tree ${now.slice(0, 12)} was submitted for ${id} during the hold, and you have not reviewed it`,
    { hint: `Review it: countersign task show ${id}. In scripts: --offered ${now}` },
  );
}

function resolutionsOf(options: OptionValues<typeof OPTIONS>, view: TaskView): Resolution[] {
  const { setAside, grant, budget, reviewer, retry, sendBack, reject } = options;
  return [
    ...setAside.map((word): Resolution => ({ do: "set_aside", verdict: verdictNamed(word, view) })),
    ...(grant === undefined ? [] : [{ do: "grant_attempts", attempts: grant } as const]),
    ...(budget === undefined ? [] : [{ do: "raise_budget", usd: budget } as const]),
    ...reviewer.map((pair): Resolution => {
      const [requirement = "", name = ""] = pair.split("=");
      return { do: "name_reviewer", requirement, reviewer: name };
    }),
    ...(retry ? [{ do: "retry" } as const] : []),
    ...(sendBack ? [{ do: "send_back" } as const] : []),
    ...(reject ? [{ do: "reject" } as const] : []),
  ];
}

/** Which reasons one word of the person settles, all at once. */
const SETTLES: Partial<Record<Resolution["do"], readonly string[]>> = {
  grant_attempts: ["limit_attempts", "limit_stalled"],
  retry: ["quorum_unreachable", "no_result", "merge_retries"],
};

/** The engine wants one resolution per reason; a person says it once. */
function perReason(resolution: Resolution, codes: readonly string[]): Resolution[] {
  const settled = codes.filter((code) => SETTLES[resolution.do]?.includes(code));
  return Array.from({ length: Math.max(1, settled.length) }, () => resolution);
}

/** A verdict by its id, or by the reviewer whose verdict the hold is about. */
function verdictNamed(word: string, { round, hold }: TaskView): string {
  const about = (hold?.reasons ?? []).map((reason) => reason.about);
  const verdicts = (round?.requirements ?? []).flatMap((requirement) => requirement.verdicts);
  const named = verdicts.findLast(({ id, by }) => by === word && about.includes(id));
  return named?.id ?? verdicts.findLast(({ by }) => by === word)?.id ?? word;
}

function nothingChosen(view: TaskView): CountersignError {
  const ways = waysOut(view, null).map(({ options, about }) => `${options} (${about})`);
  const hint = ways.length === 0 ? "It is not on hold" : `Use one of: ${ways.join(", ")}`;
  return new CountersignError("invalid_input", `Choose how to release ${view.id}`, { hint });
}
