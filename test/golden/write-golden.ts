import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { canonicalJson, type Json, type Policy } from "../../packages/core/src/index.ts";
import {
  createSigningKey,
  makeExport,
} from "../../packages/engine/src/audit/testing/make-export.ts";
import { type Played, playTasks } from "./play-tasks.ts";

/** Writes the logs of this release, once: later builds must fold, replay and verify them for ever. */
const AT_MS = 1_800_000_000_000;

const { version } = JSON.parse(
  readFileSync(new URL("../../packages/cli/package.json", import.meta.url), "utf8"),
);
const folder = new URL(`v${version}/`, import.meta.url);

const played = playTasks();
const key = createSigningKey();
const logs = new Map(played.map(({ name, log }) => [name, log]));
const { records } = await makeExport(key, "golden", logs, { step: 9, atMs: AT_MS });

mkdirSync(new URL("..", folder), { recursive: true });
mkdirSync(folder); // which fails where the release has its logs already
write("key.pem", key.publicKey);
write("audit.jsonl", linesOf(records));
write("policies.jsonl", linesOf(policiesOf(played)));
write("states.jsonl", linesOf(played.map(({ name, task }) => ({ task: name, state: task }))));
const commands = new Set(
  played.flatMap(({ seen }) => [...seen]).filter((what) => !what.includes(" ")),
);
process.stdout.write(`${played.length} tasks: ${[...commands].toSorted().join(", ")}\n`);

function write(name: string, text: string): void {
  writeFileSync(new URL(name, folder), text, { flag: "wx" });
}

/** Those that a decision names. */
function policiesOf(tasks: readonly Played[]): Policy[] {
  const named = new Set(
    tasks.flatMap(({ log }) =>
      log.flatMap(({ event }) => ("decision" in event ? [event.decision.policyDigest] : [])),
    ),
  );
  const known = new Map(tasks.flatMap(({ policies }) => policies.map((one) => [one.digest, one])));
  return [...named].toSorted().flatMap((digest) => known.get(digest) ?? []);
}

function linesOf(values: readonly object[]): string {
  const plain = (value: object): Json => JSON.parse(JSON.stringify(value));
  return `${values.map((value) => canonicalJson(plain(value))).join("\n")}\n`;
}
