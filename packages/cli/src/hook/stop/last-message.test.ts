import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readLastMessage } from "./last-message.ts";

async function written(...lines: readonly unknown[]) {
  const folder = await mkdtemp(join(tmpdir(), "countersign-said-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await writeFile(join(folder, "log.jsonl"), text.join("\n"));
  return await readLastMessage(join(folder, "log.jsonl"));
}

async function said(...lines: readonly unknown[]): Promise<string | null> {
  return (await written(...lines))?.text ?? null;
}

it("finds why the model ended its last message [R-052]", async () => {
  const cut = { role: "assistant", content: "half of", stop_reason: "max_tokens" };
  expect(await written({ type: "assistant", message: cut })).toEqual({
    text: "half of",
    stopReason: "max_tokens",
  });
  expect(await written({ role: "assistant", content: "all" })).toMatchObject({ stopReason: null });
});

it("finds what the agent said last in a transcript of Claude Code", async () => {
  const block = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });
  expect(
    await said(
      { type: "assistant", message: block("first") },
      { type: "assistant", message: block("last") },
      { type: "user", message: { role: "user", content: "no" } },
    ),
  ).toBe("last");
});

it("finds it in a transcript of Codex", async () => {
  const content = [{ type: "output_text", text: "done" }];
  const payload = { type: "message", role: "assistant", content };
  expect(await said({ type: "response_item", payload }, { type: "event_msg" })).toBe("done");
});

it("finds it in a transcript of Copilot CLI, where a call of a tool has no text", async () => {
  const message = (content: string) => ({ type: "assistant.message", data: { content } });
  const hook = { type: "hook.end", data: { output: { reason: "no" } } };
  const user = { type: "user.message", data: { content: "no" } };
  expect(await said(message("first"), message("done"), message(""), hook, user)).toBe("done");
});

it("reads the end of a long transcript alone", async () => {
  const long = { role: "assistant", content: "x".repeat(300_000) };
  expect(await said(long, { role: "assistant", content: "short" })).toBe("short");
  expect(
    await said({ role: "assistant", content: "early" }, { role: "user", content: long.content }),
  ).toBeNull();
});

it("finds nothing where there is nothing", async () => {
  expect(await said("{", "", "null", { role: "user", content: "hello" })).toBeNull();
  expect(await readLastMessage("/nowhere/at/all")).toBeNull();
  expect(await readLastMessage("/dev")).toBeNull();
});
