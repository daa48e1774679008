import type { HookEvent } from "./host-input.ts";

/** What we have to say: something that the agent should know, or that it should not stop yet. */
export type HookAnswer = { say: "context"; text: string } | { say: "block"; text: string };

type HostAnswers = {
  /** What the host takes for silence. */
  silence: string;
  /** Keeps the agent from stopping. */
  block(text: string): object;
  /** Tells the agent something; null at an event at which the host passes nothing on. */
  context(event: HookEvent, text: string): object | null;
};

const CLAUDE: HostAnswers = {
  silence: "",
  block: (reason) => ({ decision: "block", reason }),
  context: (event, additionalContext) => ({
    hookSpecificOutput: {
      hookEventName: event === "prompt" ? "UserPromptSubmit" : "SessionStart",
      additionalContext,
    },
  }),
};

/** The hosts that differ from Claude Code. */
const HOSTS: ReadonlyMap<string, HostAnswers> = new Map([
  ["codex", { ...CLAUDE, silence: "{}\n" }],
  [
    "gemini",
    {
      silence: "{}\n",
      block: (reason) => ({ decision: "deny", reason }),
      context: (event, additionalContext) => ({
        hookSpecificOutput: {
          hookEventName: event === "prompt" ? "BeforeAgent" : "SessionStart",
          additionalContext,
        },
      }),
    },
  ],
  ["copilot", { ...CLAUDE, context: (_, additionalContext) => ({ additionalContext }) }],
  [
    "amp",
    {
      ...CLAUDE,
      // Its plugin takes the same answers; Amp passes on nothing when a session starts.
      context: (event, text) => (event === "prompt" ? CLAUDE.context(event, text) : null),
    },
  ],
  [
    "cursor",
    {
      silence: "{}\n",
      block: (followup_message) => ({ followup_message }),
      context: (event, additional_context) =>
        event === "session_start" ? { additional_context } : null,
    },
  ],
]);

/** The answer in the host's own form; without one, what the host takes for silence. */
export function hostAnswer(agent: string, event: HookEvent, answer: HookAnswer | null): string {
  const host = hostOf(agent);
  const body = answer === null ? null : bodyFor(host, event, answer);
  return body === null ? host.silence : `${JSON.stringify(body)}\n`;
}

/** Whether the host shows the output of a hook to its agent. */
export function passesContextOn(agent: string, event: HookEvent): boolean {
  return hostOf(agent).context(event, "") !== null;
}

function hostOf(agent: string): HostAnswers {
  return HOSTS.get(agent) ?? CLAUDE;
}

function bodyFor(host: HostAnswers, event: HookEvent, { say, text }: HookAnswer): object | null {
  return say === "block" ? host.block(text) : host.context(event, text);
}
