import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { type Driven, openDriven } from "./drive.ts";
import { dataOf, readJson } from "./run-server.ts";
import { ownUrl, verifyLives } from "./verify-lives.ts";
import { workThrough } from "./work-through.ts";

const MEGABYTES = 260;
const BLOCK = Buffer.alloc(4_096, 1);
const program = inject("program");
const opened: Driven[] = [];
const mounted: string[] = [];

afterAll(async () => {
  for (const { lives } of opened) await lives.stop();
  for (const folder of mounted) execFileSync("umount", ["--lazy", folder]);
  for (const { remove } of opened) await remove();
});

/** A small file system of its own; false where nobody may make one. */
function mountSmall(folder: string): boolean {
  try {
    const options = `size=${MEGABYTES}m,mode=0755`;
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { stdio: "ignore" });
    mounted.push(folder);
    return true;
  } catch {
    return false;
  }
}

/** Takes every free byte; answers with how to give them back. */
function fill(folder: string): () => void {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

function urlOf({ place }: Driven): string {
  return String(readJson(join(dataOf(place), "engine.json"))?.url);
}

describe("a disk", () => {
  it("that is full is told, corrupts nothing, and the work goes on when there is room", async ({
    skip,
  }) => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-disk-"));
    if (!mountSmall(folder)) return skip("no file system can be mounted here");
    const driven = await openDriven(program, {}, folder);
    opened.push(driven);
    const { lives, shop, tokens, ledger } = driven;
    await workThrough(lives, shop, tokens, ledger, 1);

    const makeRoom = fill(folder);
    const refused: { key: string; error: CountersignError }[] = [];
    for (let number = 0; refused.length < 3 && number < 2_000; number += 1) {
      const key = `full-${number}`;
      await ask(driven, key).catch((error: CountersignError) => refused.push({ key, error }));
    }
    const alive = await fetch(new URL("/healthz", urlOf(driven)));
    makeRoom();

    expect(refused).toHaveLength(3);
    for (const { error } of refused) {
      expect(error).toBeInstanceOf(CountersignError);
      expect(error.code).toMatch(/^(?:unreachable|upstream_failed)$/);
      expect(`${error.message} ${error.hint}`).toContain("disk is full");
    }
    expect(alive.ok).toBe(true);
    for (const { key } of refused) await ask(driven, key);
    for (const number of [3, 4, 5]) await workThrough(lives, shop, tokens, ledger, number);
    await verifyLives(ownUrl(driven.place), shop, ledger);
  });

  it("that stands still for seconds is told, and what was asked meanwhile is done once", async () => {
    const driven = await openDriven(program);
    opened.push(driven);
    const { lives, shop, tokens, ledger, place } = driven;
    const pidFile = join(dataOf(place), "postgres-18", "data", "postmaster.pid");
    const postmaster = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    const all = [postmaster, ...childrenOf(postmaster)];

    for (const pid of all) process.kill(pid, "SIGSTOP");
    const asked = ask(driven, "meanwhile");
    const ready = await fetch(new URL("/readyz", urlOf(driven)));
    await pause(1_000);
    for (const pid of all) process.kill(pid, "SIGCONT");

    expect(ready.status).toBe(503);
    expect(await ready.text()).toContain("database");
    const { task } = await asked;
    expect(await ask(driven, "meanwhile")).toMatchObject({ task });
    await workThrough(lives, shop, tokens, ledger, 1);
    await verifyLives(ownUrl(place), shop, ledger);
  });
});

/** Asks once; what is refused is not asked again by itself. */
async function ask(driven: Driven, key: string) {
  const client = createClient({ baseUrl: urlOf(driven), token: driven.tokens.agent });
  return client.createTask({ key, body: { title: key, repo: "shop" } });
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
      } catch {
        return false; // it has ended
      }
    })
    .map(Number);
}
