import type { ProcessTalk } from "@countersign/engine";
import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { explainSession } from "./explain-session.ts";
import { holdSession, type SessionEnd } from "./hold-session.ts";
import { RpcClosedError } from "./json-rpc.ts";

const RUNS = Math.ceil(20_000 * inject("scale"));
const ANSWER = JSON.stringify({ completed: true, nonce: "n", verdict: "approved" });

const odd = fc.oneof(
  fc.constantFrom(null, true, -1, 1e308, "", "end_turn", [], {}, { toString: 1, valueOf: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const mostly = <Value>(value: Value) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: odd });

/** What a good agent says in its turn, each part of which may be something else. */
const turn = fc.record({
  greeting: fc.record({
    id: mostly(1),
    result: fc.record({ protocolVersion: mostly(1), agentInfo: odd, authMethods: odd }),
  }),
  session: fc.record({ id: mostly(2), result: fc.record({ sessionId: mostly("s") }) }),
  said: fc.record({
    method: mostly("session/update"),
    params: fc.record({
      update: fc.record({
        sessionUpdate: mostly("agent_message_chunk"),
        content: fc.record({ type: mostly("text"), text: mostly(ANSWER) }),
        cost: odd,
      }),
    }),
  }),
  end: fc.record({
    id: mostly(3),
    result: fc.record({ stopReason: mostly("end_turn"), usage: odd }),
  }),
});
const stray = fc.oneof(
  fc.record({
    method: fc.constantFrom("session/update", "session/request_permission"),
    params: odd,
  }),
  fc.record({ id: odd, method: odd, params: odd }),
  fc.record({ id: fc.nat(5), error: odd }),
  odd,
);

/** An agent that says its lines, each once it has heard something, and then goes away. */
function saying(lines: readonly string[]): ProcessTalk {
  let heard = () => {};
  let waits = new Promise<void>((resolve) => {
    heard = resolve;
  });
  return {
    directory: "/checkout",
    say: () => heard(),
    heard: (async function* () {
      for (const line of lines) {
        await Promise.race([waits, new Promise((resolve) => setImmediate(resolve))]);
        waits = new Promise((resolve) => {
          heard = resolve;
        });
        yield Buffer.from(`${line}\n`);
      }
    })(),
  };
}

it(`whatever an agent says, there is an answer or a reason (${RUNS} times)`, async () => {
  const met = { answers: 0, reasons: 0, broken: 0 };

  await fc.assert(
    fc.asyncProperty(turn, fc.array(stray, { maxLength: 4 }), async (parts, strays) => {
      const { greeting, session, said, end } = parts;
      const lines = [greeting, ...strays, session, said, end].map((one) => JSON.stringify(one));
      let ended: SessionEnd | null = null;
      try {
        ended = await holdSession(saying(lines), "Review this.");
      } catch (error) {
        expect(error).toBeInstanceOf(RpcClosedError);
        met.broken += 1;
      }
      const printed = { code: 0, stdout: "", stderr: "", droppedBytes: 0 };
      const answer = explainSession("Agent", ended, printed);
      if (answer.ok) expect(answer.text).toContain("completed");
      else expect(answer.reason).toMatch(/^Agent [a-z]/);
      met[answer.ok ? "answers" : "reasons"] += 1;
    }),
    { numRuns: RUNS },
  );

  expect(met.answers).toBeGreaterThan(RUNS / 50);
  expect(met.reasons).toBeGreaterThan(RUNS / 50);
  expect(met.broken).toBeGreaterThan(RUNS / 100);
});
