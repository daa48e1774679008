import { describe, expect, it } from "vitest";
import { parseEventName, parseHostInput, readEventDirectory } from "./host-input.ts";

describe("events of hosts", () => {
  it.each([
    ["session-start", "session_start"],
    ["SessionStart", "session_start"],
    ["session-created", "session_start"],
    ["user-prompt-submit", "prompt"],
    ["before-agent", "prompt"],
    ["chat-message", "prompt"],
    ["post-tool-use", "tool_used"],
    ["tool-after", "tool_used"],
    ["stop", "stop"],
    ["after-agent", "stop"],
    ["session-idle", "stop"],
    ["agent-start", "prompt"],
    ["agent-end", "stop"],
    ["subagent-stop", "subagent_stop"],
    ["pre-compact", null],
    ["constructor", null],
    ["", null],
  ])("%s is %s", (word, event) => {
    expect(parseEventName(word)).toBe(event);
  });
});

const BASE = {
  prompt: null,
  message: null,
  stopReason: null,
  transcript: null,
  hookActive: false,
  isBackground: false,
  isFromCursor: false,
  isInterrupted: false,
  isEdit: false,
};

/** What Cursor sends with every event, as its documentation shows it. */
const CURSOR = {
  conversation_id: "5f0a",
  generation_id: "1",
  model: "composer-2",
  cursor_version: "2.4.0",
  workspace_roots: ["/shop", "/docs"],
  user_email: null,
  transcript_path: "/home/ana/.cursor/projects/shop/5f0a.jsonl",
};
const CURSOR_READ = {
  isFromCursor: true,
  transcript: "/home/ana/.cursor/projects/shop/5f0a.jsonl",
};

/** What GitHub Copilot CLI 1.0.102 sent with every event. */
const COPILOT = { sessionId: "5f0a", timestamp: 1_794_891_364_720, cwd: "/shop" };

describe("what hosts write", () => {
  it.each([
    {
      host: "Claude Code",
      text: {
        session_id: "5f0a",
        transcript_path: "/home/ana/.claude/projects/x/5f0a.jsonl",
        cwd: "/shop",
        permission_mode: "default",
        hook_event_name: "Stop",
        stop_hook_active: true,
        last_assistant_message: "Done.",
        background_tasks: [{ id: "b1", type: "shell", status: "running" }],
        session_crons: [],
      },
      read: {
        transcript: "/home/ana/.claude/projects/x/5f0a.jsonl",
        hookActive: true,
        message: "Done.",
        isBackground: true,
      },
    },
    {
      host: "Codex",
      text: {
        session_id: "5f0a",
        turn_id: "1",
        transcript_path: null,
        cwd: "/shop",
        hook_event_name: "Stop",
        model: "gpt-5.5",
        stop_hook_active: false,
        last_assistant_message: "Done.",
      },
      read: { message: "Done." },
    },
    {
      host: "Gemini CLI",
      text: {
        session_id: "5f0a",
        cwd: "/shop",
        hook_event_name: "AfterAgent",
        timestamp: "2026-01-01T00:00:00Z",
        prompt: "Write a greeting",
        prompt_response: "Done.",
        stop_hook_active: true,
        finish_reason: "MAX_TOKENS",
      },
      read: {
        prompt: "Write a greeting",
        message: "Done.",
        hookActive: true,
        stopReason: "MAX_TOKENS",
      },
    },
    {
      host: "OpenCode",
      text: { session_id: "5f0a", cwd: "/shop", tool_name: "edit" },
      read: { isEdit: true },
    },
    {
      host: "Copilot CLI at sessionStart",
      text: { ...COPILOT, source: "new", initialPrompt: "Write a greeting" },
      read: {},
    },
    {
      host: "Copilot CLI at userPromptSubmitted",
      text: { ...COPILOT, prompt: "Write a greeting" },
      read: { prompt: "Write a greeting" },
    },
    {
      host: "Copilot CLI at postToolUse",
      text: {
        ...COPILOT,
        toolName: "create",
        toolArgs: { path: "/shop/greeting.txt", file_text: "hello" },
        toolResult: { resultType: "success", textResultForLlm: "Created" },
      },
      read: { isEdit: true },
    },
    {
      host: "Copilot CLI at agentStop",
      text: {
        ...COPILOT,
        transcriptPath: "/home/ana/.copilot/session-state/5f0a/events.jsonl",
        stopReason: "end_turn",
        stop_hook_active: true,
      },
      read: {
        transcript: "/home/ana/.copilot/session-state/5f0a/events.jsonl",
        stopReason: "end_turn",
        hookActive: true,
      },
    },
    {
      host: "Cursor at sessionStart",
      text: {
        ...CURSOR,
        hook_event_name: "sessionStart",
        session_id: "5f0a",
        is_background_agent: false,
        composer_mode: "agent",
      },
      read: CURSOR_READ,
    },
    {
      host: "Cursor at beforeSubmitPrompt",
      text: {
        ...CURSOR,
        hook_event_name: "beforeSubmitPrompt",
        prompt: "Write a greeting",
        attachments: [],
      },
      read: { ...CURSOR_READ, prompt: "Write a greeting" },
    },
    {
      host: "Cursor at afterFileEdit",
      text: {
        ...CURSOR,
        hook_event_name: "afterFileEdit",
        file_path: "/shop/greeting.txt",
        edits: [{ old_string: "", new_string: "hello" }],
      },
      read: { ...CURSOR_READ, isEdit: true },
    },
    {
      host: "Cursor at stop",
      text: { ...CURSOR, hook_event_name: "stop", status: "completed", loop_count: 1 },
      read: { ...CURSOR_READ, hookActive: true },
    },
    {
      host: "Cursor at a stop of its person",
      text: { ...CURSOR, hook_event_name: "stop", status: "aborted", loop_count: 0 },
      read: { ...CURSOR_READ, isInterrupted: true },
    },
  ])("$host: reads what concerns us", ({ text, read }) => {
    const base = { ...BASE, session: "5f0a", directory: "/shop" };
    expect(parseHostInput(JSON.stringify(text))).toEqual({ ...base, ...read });
  });

  it("takes the first folder of Cursor before the directory of a shell", () => {
    expect(readEventDirectory({ ...CURSOR, cwd: "/shop/src" })).toBe("/shop");
    expect(readEventDirectory({ workspace_roots: [], cwd: "/shop" })).toBe("/shop");
    expect(readEventDirectory({ workspace_roots: "/shop" })).toBeNull();
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[1]"],
    ["null", "null"],
    ["no session", "{}"],
    ["a session that is a number", '{"session_id":7}'],
  ])("takes %s for no event", (_, text) => {
    expect(parseHostInput(text)).toBeNull();
  });

  it("leaves aside what has another type than it should have", () => {
    const text = JSON.stringify({ session_id: "1", cwd: 7, prompt: {}, stop_hook_active: "true" });
    expect(parseHostInput(text)).toMatchObject({
      directory: null,
      prompt: null,
      hookActive: false,
    });
  });
});
