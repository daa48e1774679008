import { describe, expect, it } from "vitest";
import { answerFor, eventNamed, readInput } from "./hosts.ts";

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
    ["subagent-stop", "subagent_stop"],
    ["pre-compact", null],
    ["constructor", null],
    ["", null],
  ])("%s is %s", (word, event) => {
    expect(eventNamed(word)).toBe(event);
  });
});

const BASE = {
  prompt: null,
  message: null,
  stopReason: null,
  transcript: null,
  hookActive: false,
};

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
  ])("$host: reads what concerns us", ({ text, read }) => {
    const base = { ...BASE, session: "5f0a", directory: "/shop", isBackground: false };
    expect(readInput(JSON.stringify(text))).toEqual({ ...base, isEdit: false, ...read });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[1]"],
    ["null", "null"],
    ["no session", "{}"],
    ["a session that is a number", '{"session_id":7}'],
  ])("takes %s for no event", (_, text) => {
    expect(readInput(text)).toBeNull();
  });

  it("leaves aside what has another type than it should have", () => {
    const text = JSON.stringify({ session_id: "1", cwd: 7, prompt: {}, stop_hook_active: "true" });
    expect(readInput(text)).toMatchObject({ directory: null, prompt: null, hookActive: false });
  });
});

describe("what hosts are answered", () => {
  const told = { say: "context", text: "cs-ab12 came back" } as const;
  const kept = { say: "block", text: "not yet" } as const;

  it.each([
    ["claude-code", ""],
    ["codex", "{}\n"],
    ["gemini", "{}\n"],
    ["opencode", ""],
  ])("%s: silence is %j", (agent, text) => {
    expect(answerFor(agent, "stop", null)).toBe(text);
  });

  it.each([
    ["claude-code", "session_start", "SessionStart"],
    ["claude-code", "prompt", "UserPromptSubmit"],
    ["codex", "session_start", "SessionStart"],
    ["codex", "prompt", "UserPromptSubmit"],
    ["gemini", "session_start", "SessionStart"],
    ["gemini", "prompt", "BeforeAgent"],
    ["opencode", "session_start", "SessionStart"],
  ] as const)("%s: what it should know at %s", (agent, event, hookEventName) => {
    expect(JSON.parse(answerFor(agent, event, told))).toEqual({
      hookSpecificOutput: { hookEventName, additionalContext: "cs-ab12 came back" },
    });
  });

  it.each([
    ["claude-code", "block"],
    ["codex", "block"],
    ["gemini", "deny"],
    ["opencode", "block"],
  ])("%s: not to stop is %s", (agent, decision) => {
    expect(JSON.parse(answerFor(agent, "stop", kept))).toEqual({ decision, reason: "not yet" });
  });
});
