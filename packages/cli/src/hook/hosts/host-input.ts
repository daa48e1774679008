import {
  type Fields,
  parseJson,
  readFields,
  readList,
  readNumber,
  readText,
} from "../files/json-fields.ts";

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
  /** Cursor reports it, which can also run the hooks of Claude Code. */
  isFromCursor: boolean;
  /** A person or an error ended the turn, so the agent did not stop by itself. */
  isInterrupted: boolean;
  /** The tool that was used is one that writes files. */
  isEdit: boolean;
};

/** The names of the events in hook commands, in lower case and without separators. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  sessionstart: "session_start",
  sessioncreated: "session_start",
  userpromptsubmit: "prompt",
  beforeagent: "prompt",
  chatmessage: "prompt",
  agentstart: "prompt",
  posttooluse: "tool_used",
  aftertool: "tool_used",
  toolafter: "tool_used",
  stop: "stop",
  afteragent: "stop",
  sessionidle: "stop",
  agentend: "stop",
  subagentstop: "subagent_stop",
};

export function parseEventName(word: string): HookEvent | null {
  const plain = word.replaceAll(/[^A-Za-z]/g, "").toLowerCase();
  return Object.hasOwn(EVENTS, plain) ? (EVENTS[plain] ?? null) : null;
}

/** Tools that write files, under any host's name; a shell may, but mostly looks. */
const EDITS = /edit|write|patch|replace|^create(?:_file)?$/i;

/** Reads what a host wrote to its hook; null when it names no session. */
export function parseHostInput(text: string): HookInput | null {
  const all = readFields(parseJson(text));
  const session =
    readText(all.session_id) ?? readText(all.conversation_id) ?? readText(all.sessionId);
  if (session === null) return null;
  return {
    session,
    directory: readEventDirectory(all),
    prompt: readText(all.prompt),
    message: readText(all.last_assistant_message) ?? readText(all.prompt_response),
    stopReason:
      readText(all.stop_reason) ?? readText(all.finish_reason) ?? readText(all.stopReason),
    transcript: readText(all.transcript_path) ?? readText(all.transcriptPath),
    hookActive: all.stop_hook_active === true || (readNumber(all.loop_count) ?? 0) > 0,
    isBackground: readList(all.background_tasks).length > 0,
    isFromCursor: readText(all.cursor_version) !== null,
    isInterrupted: INTERRUPTED.has(readText(all.status) ?? ""),
    isEdit: isEdit(all),
  };
}

/** The tool writes files, or the event itself is an edit. */
function isEdit(all: Fields): boolean {
  const tool = readText(all.tool_name) ?? readText(all.toolName) ?? "";
  return EDITS.test(tool) || readList(all.edits).length > 0;
}

/** How Cursor names the end of a turn that was not the agent's decision. */
const INTERRUPTED: ReadonlySet<string> = new Set(["aborted", "error"]);

/** The directory that an event is about. Cursor runs hooks in its own folder and names the open folders. */
export function readEventDirectory(all: Fields): string | null {
  const [root] = readList(all.workspace_roots);
  return readText(root) ?? readText(all.cwd);
}
