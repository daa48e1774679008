import { readdirSync, readFileSync } from "node:fs";
import {
  canonicalJson,
  fold,
  type Json,
  type LogEntry,
  type Policy,
  replay,
} from "@countersign/core";
import { createVerifier } from "@countersign/engine";
import { describe, expect, it } from "vitest";

const ROOT = new URL("./", import.meta.url);

type Line = { kind: string; task: string } & LogEntry;

function linesOf(version: string, file: string) {
  const text = readFileSync(new URL(`${version}/${file}`, ROOT), "utf8");
  return text.trimEnd().split("\n");
}

function logsOf(version: string): Map<string, LogEntry[]> {
  const logs = new Map<string, LogEntry[]>();
  for (const line of linesOf(version, "audit.jsonl")) {
    const { kind, task, seq, atMs, by, event }: Line = JSON.parse(line);
    if (kind !== "entry") continue;
    logs.set(task, [...(logs.get(task) ?? []), { seq, atMs, by, event }]);
  }
  return logs;
}

const plain = (value: object): Json => JSON.parse(JSON.stringify(value));
const versions = readdirSync(ROOT).filter((name) => name.startsWith("v"));

describe.each(versions)("the logs of %s", (version) => {
  const logs = logsOf(version);

  it("are at least twenty, and hold decisions", () => {
    expect(logs.size).toBeGreaterThanOrEqual(20);
    const decided = [...logs.values()].flat().filter(({ event }) => "decision" in event);
    expect(decided.length).toBeGreaterThan(20);
  });

  it("fold into the states that they had, byte for byte", () => {
    for (const line of linesOf(version, "states.jsonl")) {
      const { task, state } = JSON.parse(line);
      expect(canonicalJson(plain(fold(logs.get(task) ?? [])))).toBe(canonicalJson(state));
    }
  });

  it("replay to the decisions that were made, byte for byte, where the rules are the same", () => {
    const kept = linesOf(version, "policies.jsonl").map((line): Policy => JSON.parse(line));
    const policies = new Map(kept.map((policy) => [policy.digest, policy]));
    const results = [...logs].flatMap(([task, log]) =>
      replay(log, (digest) => policies.get(digest)).map(({ seq, result }) => ({
        task,
        seq,
        result,
      })),
    );

    const wrong = results.filter(({ result }) => result !== "equal" && result !== "other_version");
    expect(wrong).toEqual([]);
    expect(results.length).toBeGreaterThan(20);
  });

  it("verify with their public key", () => {
    const publicKey = readFileSync(new URL(`${version}/key.pem`, ROOT), "utf8");
    const verifier = createVerifier({ publicKey });
    for (const line of linesOf(version, "audit.jsonl")) verifier.readLine(line);

    expect(verifier.finish()).toMatchObject({ problems: [], org: "golden", tasks: logs.size });
  });
});

it("are kept for this release", () => {
  const text = readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8");
  expect(versions).toContain(`v${JSON.parse(text).version}`);
});
