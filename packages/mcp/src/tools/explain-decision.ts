import { oneLine, reasonText, type WhyView } from "@countersign/api";
import { z } from "zod";
import { takeFitting } from "../tool/limits.ts";
import { defineTool, Id, Next } from "../tool/tool.ts";
import { shortTitle, turnHolderText } from "../tool/views.ts";

const MAX_LINE = 300;
const STORY_TOKENS = 1_200;
const REASON_TOKENS = 1_200;

const Aspect = z.enum(["reviewers", "gate", "turn", "mode", "chain"]);
type Aspect = z.infer<typeof Aspect>;

export const explainDecisionTool = defineTool({
  name: "explain_decision",
  roles: ["author", "reviewer", "planner", "viewer"],
  description:
    "Explain the state of a task: which reviewers were asked by which rule, and the history.",
  does: "read",
  input: z.object({ task: Id, aspect: Aspect.optional() }),
  output: z.looseObject({ task: z.string(), state: z.string(), next: Next }),
  async run({ client }, { task, aspect }) {
    const why = await client.why({ task });
    return {
      data: {
        task: why.task,
        title: shortTitle(why),
        state: why.state,
        round: why.round,
        attempt: why.attempt,
        ...parts(why, aspect),
        next: { do: "go on", why: "This only explains; nothing was changed." },
      },
      text: `${why.task} is ${why.state}; turn: ${turnHolderText(why)}. ${lastOf(why)}`,
    };
  },
});

function lastOf({ story }: WhyView): string {
  const last = story.at(-1);
  return last === undefined ? "" : `Last: ${oneLine(last.text, MAX_LINE)}.`;
}

function parts(why: WhyView, aspect: Aspect | undefined): Record<string, unknown> {
  const { plan } = why;
  const asked = (one: Aspect) => aspect === undefined || aspect === one;
  return {
    ...(asked("turn") && { turn: turnHolderText(why), flags: why.flags.slice(0, 20) }),
    ...(asked("mode") && plan && { mode: plan.mode.mode, mode_because: plan.mode.because }),
    ...(asked("chain") && plan && { chain: plan.chain, chain_because: plan.chainBecause }),
    ...(asked("reviewers") && plan && { reviewers: reviewersOf(plan) }),
    ...(asked("gate") && { gate: gateOf(why) }),
    ...(aspect === undefined && { story: storyOf(why) }),
  };
}

function reviewersOf({ requirements }: NonNullable<WhyView["plan"]>) {
  const viewed = requirements.map(({ id, stage, who, because }) => ({ id, stage, who, because }));
  return takeFitting(viewed, REASON_TOKENS);
}

function gateOf({ decisions }: WhyView) {
  const last = decisions.at(-1)?.decision;
  if (last === undefined) return { decision: "pending" };
  const { gate, effect, outstanding, reasons } = last;
  const told = reasons.map((reason) => ({ ...reason, text: reasonText(reason.row) }));
  return { decision: gate, effect, outstanding, reasons: takeFitting(told, REASON_TOKENS) };
}

/** Returns the newest entries in chronological order. */
function storyOf({ story }: WhyView) {
  const told = story.map(({ by, text }) => `${by}: ${oneLine(text, MAX_LINE)}`);
  return takeFitting(told.toReversed(), STORY_TOKENS).toReversed();
}
