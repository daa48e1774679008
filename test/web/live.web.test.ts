import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@countersign/api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";
import { readEntries, recordEntries } from "./record-entries.ts";

const TABS = 8;
/** 20 in a deep run. */
const KILLS = Math.max(2, Math.round(2 * inject("scale")));
/** The server's maximum number of streams of one credential. */
const MAX_STREAMS = 8;

let stage: Stage;
let lab: WebLab;
let streams = 0;
const tabs: Page[] = [];

beforeAll(async () => {
  stage = await openStage();
  const { bench } = stage;
  await bench.write("README.md", "# Shop\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "configuration");
  await stage.confirmPolicy();
  lab = await openBrowser(bench);
  await recordEntries(lab.context);
  lab.context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/v1/events") streams += 1;
  });
  tabs.push(await lab.openPage());
  await inbox(tabs[0]);
  for (let tab = 1; tab < TABS; tab += 1) await openTab();
});
afterAll(async () => {
  await lab?.close();
  await stage?.bench.close();
});

async function openTab(): Promise<void> {
  const page = await lab.context.newPage();
  await page.goto(lab.url);
  await inbox(page);
  tabs.push(page);
}

/** Counts the session's streams at the server: opens more until it refuses. */
async function countStreams(): Promise<number> {
  const token = await tabs[0]?.evaluate(() => sessionStorage.getItem("countersign.token"));
  const end = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  let opened = 0;
  for (let isOpen = true; isOpen && opened <= MAX_STREAMS; opened += Number(isOpen)) {
    const { status } = await fetch(`${lab.url}/v1/events`, { headers, signal: end.signal });
    isOpen = status === 200;
  }
  end.abort();
  return MAX_STREAMS - opened;
}

async function person(): Promise<Client> {
  return createClient({ baseUrl: lab.url, token: await stage.bench.humanToken() });
}

/** Kills the engine. Returns the milliseconds until every tab says that it is not live. */
async function kill(): Promise<number> {
  const { pid } = JSON.parse(await readFile(engineFiles(stage.bench.data).run, "utf8"));
  const began = performance.now();
  process.kill(pid, "SIGKILL");
  await Promise.all(tabs.map((page) => page.getByText(/^Not live since/).waitFor()));
  return performance.now() - began;
}

/** Starts the engine again at the same port, over the same data. */
async function restart(): Promise<void> {
  const child = stage.bench.start(["server", "run", "--port", new URL(lab.url).port]);
  child.stderr?.resume();
  child.stdout?.resume();
  for (;;) {
    const response = await fetch(`${lab.url}/readyz`).catch(() => null);
    if (response?.ok === true) return;
    if (child.exitCode !== null) throw new Error(`The engine ended: ${child.exitCode}`);
    await sleep(50);
  }
}

async function openTasks(client: Client, count: number): Promise<string[]> {
  const opened: string[] = [];
  for (let at = 0; at < count; at += 1)
    opened.push((await client.createTask({ body: { title: "Small work", repo: "shop" } })).task);
  return opened;
}

/** Returns every entry of these tasks as the tabs record it. */
async function readLogs(client: Client, tasks: readonly string[]): Promise<string[]> {
  const entries: string[] = [];
  for (const task of tasks)
    for (const { seq } of (await client.readLog({ task })).items) entries.push(`${task} ${seq}`);
  return entries;
}

async function inbox(page: Page | undefined): Promise<void> {
  await page?.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
}

describe("eight tabs of one browser", () => {
  it("get the session of the first tab, and share one event stream", async () => {
    expect(streams).toBe(1);
    expect(await countStreams()).toBe(1);
    const task = await stage.submit("agent/one", "one.js", "export const one = 1;\n");
    for (const page of tabs) await page.getByText(task).first().waitFor();
    expect(streams).toBe(1);
  });

  it("keep up when the tab with the stream closes", async () => {
    await tabs.shift()?.close();
    const task = await stage.submit("agent/two", "two.js", "export const two = 1;\n");
    for (const page of tabs) await page.getByText(task).first().waitFor();
    expect(streams).toBe(2);
  });

  it("miss no entry and get none twice when the engine is killed and the tab with the stream closes", async () => {
    const client = await person();
    const lateMs: number[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      while (tabs.length < TABS) await openTab();
      for (const page of tabs) await page.getByText(/^Not live since/).waitFor({ state: "hidden" });
      const [before] = await Promise.all([openTasks(client, 5), tabs.shift()?.close()]);
      lateMs.push(await kill());
      await restart();
      const tasks = [...before, ...(await openTasks(client, 5))];
      const heard = () => Promise.all(tabs.map((page) => readEntries(page, tasks)));
      const log = await readLogs(client, tasks);
      const complete = tabs.map(() => log);
      await expect.poll(heard, { timeout: 30_000 }).toEqual(complete);
      await sleep(500);
      expect(await heard()).toEqual(complete);
    }
    expect(Math.max(...lateMs)).toBeLessThan(2_000);
  }, 600_000);

  it("say within two seconds that they are not live", async () => {
    await stage.run(["server", "down"]);
    const began = Date.now();
    for (const page of tabs) await page.getByText(/^Not live since/).waitFor({ timeout: 5_000 });
    expect(Date.now() - began).toBeLessThan(2_000);
  });
});
