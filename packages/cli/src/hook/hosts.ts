import { fieldsOf, listIn, parseJson, textIn } from "./fields.ts";

/** What a host tells us of, in one word for all hosts. */
export type HookEvent = "session_start" | "prompt" | "tool_used" | "stop" | "subagent_stop";

/** What every event comes with, as far as it concerns us. */
export type HookInput = {
  session: string;
  /** Where the agent works; null when the host does not say. */
  directory: string | null;
  /** What the person asked for, with `prompt`. */
  prompt: string | null;
  /** The last thing that the agent said, where the host tells it. */
  message: string | null;
  /** Why the agent's model ended its last message, where the host tells it. */
  stopReason: string | null;
  /** Where the conversation is written down. */
  transcript: string | null;
  hookActive: boolean;
  isBackground: boolean;
  /** The tool that was used is one that writes files. */
  isEdit: boolean;
};

/** Every host's names for the events, without case and joints: `SessionStart` and `session-created`. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  sessionstart: "session_start",
  sessioncreated: "session_start",
  userpromptsubmit: "prompt",
  beforeagent: "prompt",
  chatmessage: "prompt",
  posttooluse: "tool_used",
  aftertool: "tool_used",
  toolafter: "tool_used",
  stop: "stop",
  afteragent: "stop",
  sessionidle: "stop",
  subagentstop: "subagent_stop",
};

export function eventNamed(word: string): HookEvent | null {
  const plain = word.replaceAll(/[^A-Za-z]/g, "").toLowerCase();
  return Object.hasOwn(EVENTS, plain) ? (EVENTS[plain] ?? null) : null;
}

/** Tools that write files, under any host's name; a shell may, but mostly looks. */
const EDITS = /edit|write|patch|replace/i;

/** Reads what a host wrote; null when it names no session. Whatever else it holds is left aside. */
export function readInput(text: string): HookInput | null {
  const all = fieldsOf(parseJson(text));
  const session = textIn(all.session_id);
  if (session === null) return null;
  return {
    session,
    directory: textIn(all.cwd),
    prompt: textIn(all.prompt),
    message: textIn(all.last_assistant_message) ?? textIn(all.prompt_response),
    stopReason: textIn(all.stop_reason) ?? textIn(all.finish_reason),
    transcript: textIn(all.transcript_path),
    hookActive: all.stop_hook_active === true,
    isBackground: listIn(all.background_tasks).length > 0,
    isEdit: EDITS.test(textIn(all.tool_name) ?? ""),
  };
}

/** What we have to say: something that the agent should know, or that it should not stop yet. */
export type HookAnswer = { say: "context"; text: string } | { say: "block"; text: string };

/** How each event is called by hosts that want to hear their own name back. */
const CLAUDE_NAMES = { session_start: "SessionStart", prompt: "UserPromptSubmit" } as const;
const GEMINI_NAMES = { session_start: "SessionStart", prompt: "BeforeAgent" } as const;

/** The answer in the host's own form; without one, what the host takes for silence. */
export function answerFor(agent: string, event: HookEvent, answer: HookAnswer | null): string {
  if (answer === null) return agent === "codex" || agent === "gemini" ? "{}\n" : "";
  return `${JSON.stringify(bodyFor(agent, event, answer))}\n`;
}

function bodyFor(agent: string, event: HookEvent, { say, text }: HookAnswer): object {
  if (say === "block") return { decision: agent === "gemini" ? "deny" : "block", reason: text };
  const names = agent === "gemini" ? GEMINI_NAMES : CLAUDE_NAMES;
  const hookEventName = event === "prompt" ? names.prompt : names.session_start;
  return { hookSpecificOutput: { hookEventName, additionalContext: text } };
}
