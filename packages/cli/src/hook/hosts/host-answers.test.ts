import { describe, expect, it } from "vitest";
import { hostAnswer, passesContextOn } from "./host-answers.ts";

describe("what hosts are answered", () => {
  const told = { say: "context", text: "cs-ab12 came back" } as const;
  const kept = { say: "block", text: "not yet" } as const;

  it.each([
    ["claude-code", ""],
    ["codex", "{}\n"],
    ["gemini", "{}\n"],
    ["opencode", ""],
    ["copilot", ""],
    ["cursor", "{}\n"],
    ["amp", ""],
  ])("%s: silence is %j", (agent, text) => {
    expect(hostAnswer(agent, "stop", null)).toBe(text);
  });

  it.each([
    ["claude-code", "session_start", "SessionStart"],
    ["claude-code", "prompt", "UserPromptSubmit"],
    ["codex", "session_start", "SessionStart"],
    ["codex", "prompt", "UserPromptSubmit"],
    ["gemini", "session_start", "SessionStart"],
    ["gemini", "prompt", "BeforeAgent"],
    ["opencode", "session_start", "SessionStart"],
    ["amp", "prompt", "UserPromptSubmit"],
  ] as const)("%s: what it should know at %s", (agent, event, hookEventName) => {
    expect(JSON.parse(hostAnswer(agent, event, told))).toEqual({
      hookSpecificOutput: { hookEventName, additionalContext: "cs-ab12 came back" },
    });
  });

  it.each([
    ["claude-code", "block"],
    ["codex", "block"],
    ["gemini", "deny"],
    ["opencode", "block"],
    ["copilot", "block"],
    ["amp", "block"],
  ])("%s: not to stop is %s", (agent, decision) => {
    expect(JSON.parse(hostAnswer(agent, "stop", kept))).toEqual({ decision, reason: "not yet" });
  });

  it.each(["session_start", "prompt"] as const)("copilot: what it should know at %s", (event) => {
    expect(JSON.parse(hostAnswer("copilot", event, told))).toEqual({
      additionalContext: "cs-ab12 came back",
    });
  });

  it("cursor: what it should know is told at the start alone, and not to stop is a message", () => {
    expect(JSON.parse(hostAnswer("cursor", "session_start", told))).toEqual({
      additional_context: "cs-ab12 came back",
    });
    expect(hostAnswer("cursor", "prompt", told)).toBe("{}\n");
    expect(JSON.parse(hostAnswer("cursor", "stop", kept))).toEqual({ followup_message: "not yet" });
  });

  it.each([
    ["claude-code", "prompt", true],
    ["copilot", "prompt", true],
    ["cursor", "session_start", true],
    ["cursor", "prompt", false],
    ["amp", "prompt", true],
    ["amp", "session_start", false],
  ] as const)("%s: what is said at %s reaches the agent: %s", (agent, event, isPassedOn) => {
    expect(passesContextOn(agent, event)).toBe(isPassedOn);
  });
});
