import type { AgentAnswer, AgentOutput } from "../agent/agent-cli.ts";
import { describeFailure, describeNoAnswer } from "../agent/describe-no-answer.ts";
import { holdsAnswer } from "../agent/holds-answer.ts";
import { shortLine } from "../agent/json-record.ts";
import type { SessionEnd } from "./hold-session.ts";

const STOPS: Readonly<Record<string, string>> = {
  max_tokens: "stopped in the middle of its answer: it became too long",
  max_turn_requests: "asked its model more often than it may",
  refusal: "refuses to answer",
  cancelled: "was cancelled",
};

/** Returns the answer of a session, or the reason why there is none; null for a broken session. */
export function explainSession(
  name: string,
  end: SessionEnd | null,
  { code, stderr }: AgentOutput,
): AgentAnswer {
  const no = (why: string, again: "soon" | "never" = "soon"): AgentAnswer => ({
    ok: false,
    reason: `${name} ${why}`,
    again,
    usage: end?.usage ?? null,
  });
  switch (end?.is) {
    case undefined:
      return no(describeNoAnswer(code, stderr));
    case "other_version":
      return no(`speaks another version of its protocol: ${shortLine(end.version, 20)}`, "never");
    case "sign_in":
      return no("requires an interactive sign-in", "never");
    case "too_long":
      return no("printed more than can be read");
    case "error":
      return no(describeFailure(end.said));
    case "stopped":
      return no(
        STOPS[end.why] ?? "stopped before its turn was over",
        end.why === "refusal" ? "never" : "soon",
      );
    case "answered":
      if (end.text.trim() === "") return no("ended its turn without an answer");
      if (!holdsAnswer(end.text)) return no("did not answer in the form that was asked for");
      return { ok: true, text: end.text, usage: end.usage };
  }
}
