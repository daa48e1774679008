import { describe, expect, it } from "vitest";
import { readSignal } from "./read-signal.ts";

const signalOf = (text: string, stopReason?: string) =>
  readSignal(text, stopReason ?? null)?.signal ?? null;

describe("the signal in an agent's last message", () => {
  it.each([
    ["STATUS: DONE", "DONE"],
    ["I wrote it.\n\nSTATUS: PARTIAL", "PARTIAL"],
    ["STATUS: BLOCKED - I need the key of the shop", "BLOCKED"],
    ["status: done", "DONE"],
    ["**STATUS:** PARTIAL", "PARTIAL"],
    ["**STATUS: DONE**", "DONE"],
    ["- STATUS: DONE", "DONE"],
    ["STATUS: PARTIAL\n\nThe rest is written now.\n\nSTATUS: DONE", "DONE"],
    ["STATUS: DONE\r\nMESSAGE: done\r\n", "DONE"],
  ])("%j says %s [R-052]", (text, signal) => {
    expect(signalOf(text)).toBe(signal);
  });

  it.each([
    "",
    "I am done.",
    "The STATUS: DONE line comes last.",
    "> STATUS: BLOCKED",
    "```\nSTATUS: BLOCKED\n```",
    "`STATUS: BLOCKED`",
    'He wrote "\nSTATUS: BLOCKED\n"',
    "STATUS: DONELY",
    "STATUS: WAITING",
    `STATUS: DONE\n${"x".repeat(70_000)}`,
  ])("%j says nothing", (text) => {
    expect(readSignal(text)).toBeNull();
  });

  it.each([
    ["max_tokens", "I wrote half of", "PARTIAL"],
    ["MAX_TOKENS", "STATUS: DONE", "PARTIAL"],
    ["length", "STATUS: BLOCKED", "BLOCKED"],
    ["refusal", "I cannot do that.", "BLOCKED"],
    ["end_turn", "I wrote it.", null],
    ["end_turn", "STATUS: DONE", "DONE"],
  ])("with the stop reason %s, %j says %s [R-052]", (stopReason, text, signal) => {
    expect(signalOf(text, stopReason)).toBe(signal);
  });

  it.each([
    ['STATUS: DONE\nMESSAGE: "The race is closed"', "The race is closed"],
    ["STATUS: DONE\nMESSAGE: The race is closed", "The race is closed"],
    ["STATUS: DONE\nMESSAGE:", null],
    ["STATUS: DONE", null],
  ])("%j has the message %j [R-052]", (text, message) => {
    expect(readSignal(text)?.message).toBe(message);
  });
});
