#!/usr/bin/env node
// Speaks the Agent Client Protocol by a script, given as its second word: what to do in each turn.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { createInterface } from "node:readline";

const script = JSON.parse(process.argv[2] ?? "{}");
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const asked = new Map();
let next = 100;

/** Asks the client for something and waits for what it says. */
const ask = (method, params) =>
  new Promise((resolve) => {
    next += 1;
    asked.set(next, resolve);
    send({ id: next, method, params });
  });

const update = (fields) =>
  send({ method: "session/update", params: { sessionId: "s", update: fields } });
const say = (text) =>
  update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

const printForever = (text) =>
  new Promise(() => {
    const more = () => {
      while (process.stdout.write(text));
      process.stdout.once("drain", more);
    };
    more();
  });

/** Tells what the client said, without a sign that could be an answer. */
const tell = async (method, params) =>
  say(encodeURIComponent(JSON.stringify(await ask(method, params))));

/** Asks its model server, as its variables say. */
const think = () =>
  new Promise((resolve) => {
    const url = new URL("/v1/messages", process.env.ANTHROPIC_BASE_URL);
    const headers = { "x-api-key": process.env.ANTHROPIC_API_KEY };
    const call = request(url, { method: "POST", headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
      response.on("error", () => resolve(0));
    });
    call.on("error", () => resolve(0));
    call.end("{}");
  });

const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

const DOES = {
  die: () => process.exit(3),
  fall: () => process.kill(process.pid, "SIGKILL"),
  hang: () => new Promise(() => setInterval(() => undefined, 1_000)),
  flood: () => printForever(`${"x".repeat(65_536)}\n`),
  longLine: () => printForever("x".repeat(65_536)),
  leave: () => {
    const env = { MARK: script.mark };
    spawn("/bin/sleep", ["60"], { env, detached: true, stdio: "ignore" }).unref();
  },
  permit: () => tell("session/request_permission", { options: OPTIONS }),
  permitOnly: () => tell("session/request_permission", { options: OPTIONS.slice(0, 1) }),
  write: () => tell("fs/write_text_file", { path: "/checkout/x", content: "x" }),
  read: () => tell("fs/read_text_file", { path: "/etc/passwd" }),
  terminal: () => tell("terminal/create", { command: "id" }),
  noise: () => {
    process.stdout.write('not json\n[1,2]\n"text"\nnull\n{"id":{}}\n{"id":77,"result":1}\n\n');
    send({ id: "forged", result: { stopReason: "end_turn" } });
    send({ method: "nobody/knows", params: [] });
  },
  tool: () => {
    say("I will look { first");
    update({ sessionUpdate: "tool_call", toolCallId: "t", title: "Read" });
  },
  cost: () =>
    update({
      sessionUpdate: "usage_update",
      used: 1,
      size: 2,
      cost: { amount: 0.5, currency: "USD" },
    }),
  think,
  show: ({ prompt }) => say(prompt[0].text),
  list: () => say(JSON.stringify(readdirSync(process.cwd()))),
  environment: () => say(readFileSync("/proc/self/environ", "latin1")),
};

async function answer({ id, method, params }) {
  if (method === script.failsAt)
    return send({ id, error: { code: script.code ?? -32_603, message: "out of order" } });
  if (method === "initialize") {
    const authMethods = (script.methods ?? []).map((name) => ({ id: name, name }));
    const agentInfo = { name: "scripted", version: "7.8.9" };
    return send({ id, result: { protocolVersion: script.version ?? 1, agentInfo, authMethods } });
  }
  if (method === "authenticate") {
    script.failsAt = "";
    return send({ id, result: {} });
  }
  if (method === "session/new") return send({ id, result: script.session ?? { sessionId: "s" } });
  for (const step of script.does ?? []) await DOES[step](params);
  if (script.text !== undefined) say(script.text);
  const result = script.result ?? {
    stopReason: "end_turn",
    usage: { inputTokens: 10, outputTokens: 4 },
  };
  return send({ id, result });
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.method !== undefined) return void answer(message);
  asked.get(message.id)?.(message.result ?? message.error);
});
