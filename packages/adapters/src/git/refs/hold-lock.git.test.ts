import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { processName } from "@countersign/engine";
import { expect, it, onTestFinished } from "vitest";
import { holdLock } from "./hold-lock.ts";

const ID = "00000000-0000-0000-0000-000000000000";

function lockPath(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "countersign-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "index.lock");
  if (text !== undefined) writeFileSync(path, text);
  return path;
}

/** The id of a process that has ended. */
function deadProcess(): number {
  return Number(execFileSync("/bin/sh", ["-c", "echo $$"]).toString());
}

/** Opens what it looks at, so that the size it reads is that of the file it found. */
const LOOKS_FOR_EMPTY = `
  const { closeSync, existsSync, fstatSync, openSync } = require("node:fs");
  const path = process.argv[1];
  console.log("looking");
  for (let isEmpty = false; !isEmpty && !existsSync(path + ".over"); ) {
    try {
      const file = openSync(path);
      isEmpty = fstatSync(file).size === 0;
      closeSync(file);
    } catch {}
    if (isEmpty) console.log("empty");
  }`;

it("has one holder at a time", async () => {
  const path = lockPath();

  const first = await holdLock(path);

  expect(await holdLock(path)).toBeNull();
  await first?.release();
  expect(existsSync(path)).toBe(false);
  expect(await holdLock(path)).not.toBeNull();
});

it("says whose it is from the moment it exists, so that a holder who is killed then leaves one to take over", async () => {
  const path = lockPath();
  const watcher = spawn(process.execPath, ["-e", LOOKS_FOR_EMPTY, path]);
  await once(watcher.stdout, "data");
  let seen = "";
  watcher.stdout.on("data", (text) => {
    seen += text;
  });
  const ended = once(watcher, "close");

  for (let times = 0; times < 300 && seen === ""; times += 1)
    await (await holdLock(path))?.release();
  writeFileSync(`${path}.over`, "");
  await ended;

  expect(seen).toBe("");
});

it.each([
  ["an ended process of ours", () => `countersign ${hostname()} ${deadProcess()}. ${ID}\n`],
  [
    "an earlier process with our number",
    () => `countersign ${hostname()} ${process.pid}.1 ${ID}\n`,
  ],
  ["an earlier process with another's number", () => `countersign ${hostname()} 1.2 ${ID}\n`],
  ["a place of ours that nobody holds", () => `countersign ${hostname()} ${processName()} ${ID}\n`],
])("is taken over from %s", async (_, text) => {
  const path = lockPath(text());

  expect(await holdLock(path)).not.toBeNull();
  expect(readFileSync(path, "utf8")).not.toContain(ID);
});

it.each([
  ["a process that is alive", `countersign ${hostname()} ${processName(process.ppid)} ${ID}\n`],
  ["another machine", `countersign elsewhere 1.2 ${ID}\n`],
  ["git, which writes nothing or an index", ""],
  ["somebody who writes more than we do", `countersign ${hostname()} 1.2 ${ID}\nmore\n`],
])("is left to %s", async (_, text) => {
  const path = lockPath(text);

  expect(await holdLock(path)).toBeNull();
  expect(readFileSync(path, "utf8")).toBe(text);
});

it("is taken over from another machine when nothing can have taken so long", async () => {
  const path = lockPath(`countersign elsewhere 1.2 ${ID}\n`);
  utimesSync(path, 0, 0);

  expect(await holdLock(path)).not.toBeNull();
});

it("goes to one of many that find it left behind", async () => {
  const path = lockPath(`countersign ${hostname()} ${deadProcess()}. ${ID}\n`);

  const held = await Promise.all(Array.from({ length: 20 }, () => holdLock(path)));

  expect(held.filter((lock) => lock !== null)).toHaveLength(1);
});

it("leaves nothing else behind, also of those who were killed while they took it", async () => {
  const path = lockPath();
  writeFileSync(`${path}.${ID}`, `countersign ${hostname()} ${deadProcess()}. ${ID}\n`);
  const first = await holdLock(path);
  expect(await holdLock(path)).toBeNull();
  await first?.release();

  expect(readdirSync(dirname(path))).toEqual([]);
});
