import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@countersign/api";
import { createToken } from "@countersign/engine";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, it } from "vitest";
import { printFigures } from "../../packages/cli/src/testing/print-figures.ts";
import {
  benchPool,
  benchServer,
  statementsSoFar,
} from "../../packages/engine/src/testing/bench-server.ts";
import { ORG } from "../chaos/open-shop.ts";
import { openServerFolder, startServerProcess } from "../chaos/server-process.ts";
import { openShop, POLICY } from "../engine/open-engine.ts";
import { launchChromium } from "./open-browser.ts";

const IS_DEEP = inject("scale") >= 10;
const CLIENTS = IS_DEEP ? 500 : 50;
const EVENTS = IS_DEEP ? 60 : 20; // three times; an inbox shows at most 200 tasks of others
const IDLE_MS = IS_DEEP ? 20_000 : 5_000;
/** Milliseconds between two events. */
const PACE_MS = 250;
const PER_TOKEN = 8;

const viewers: string[] = [];
const pages: Page[] = [];
const end = new AbortController();
/** By client: the time at which the first entry of each task arrived. */
const arrivals: Map<string, number>[] = [];

const postgres = await benchServer();
afterAll(() => postgres.stop());
const { url } = await startServerProcess(await openServerFolder(), postgres);
afterAll(() => end.abort());
const shop = openShop({ ...POLICY, checks: [] });
afterAll(() => shop.remove());
const browser = await launchChromium();
afterAll(() => browser.close());

const person = await openOrganisation();

/** Creates the viewers' tokens and the repository. Returns the client of a person. */
async function openOrganisation(): Promise<Client> {
  const pool = benchPool(postgres.appUrl, 1);
  const mint = async (actor: string, role: "human" | "admin" | "viewer"): Promise<string> =>
    (await createToken(pool, ORG, { actor, role })).token;
  const clientOf = (token: string): Client => createClient({ baseUrl: url, token });
  const own = clientOf(await mint("ana", "human"));
  const admin = clientOf(await mint("root", "admin"));
  for (let at = 0; at * PER_TOKEN < CLIENTS; at += 1)
    viewers.push(await mint(`viewer-${at}`, "viewer"));
  await pool.end();
  await admin.addRepository({ body: { path: shop.repo, id: "shop" } });
  return own;
}

/**
 * Opens the inbox in a browser profile of its own. The list draws only the rows in sight, so the number of tasks in
 * their section is noted with the time at which it appeared.
 */
async function openInbox(): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shown: Record<string, number> = {};
    Object.assign(globalThis, { shownCounts: shown });
    const look = (): void => {
      const [, count] = /With agents\D*(\d+)/.exec(document.body.textContent) ?? [];
      if (count !== undefined) shown[count] ??= Date.now();
    };
    addEventListener("DOMContentLoaded", () => {
      const every = { subtree: true, childList: true, characterData: true };
      new MutationObserver(look).observe(document.body, every);
    });
  });
  const { code } = await person.createSessionCode({ body: {} });
  await page.goto(`${url}/#code=${code}`);
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
  pages.push(page);
}

/** Returns when each of these tasks was on a screen: when the section first counted it or a later one. */
async function readShown(page: Page, tasks: readonly string[]): Promise<Map<string, number>> {
  const found = await page.evaluate((): unknown => Reflect.get(globalThis, "shownCounts"));
  const counts = Object.entries(found ?? {}).map(([count, at]) => [Number(count), Number(at)]);
  const last = Math.max(...counts.map(([count = 0]) => count));
  expect(last).toBe((await person.listTasks({ limit: 500 })).items.length);
  const first = last - tasks.length + 1;
  return new Map(
    tasks.map((task, at) => {
      const later = counts.filter(([count = 0]) => count >= first + at);
      return [task, Math.min(...later.map(([, time = 0]) => time))];
    }),
  );
}

async function follow(token: string, onOpen: () => void): Promise<void> {
  const mine = new Map<string, number>();
  arrivals.push(mine);
  const onLink = (isOpen: boolean): void => {
    if (isOpen) onOpen();
  };
  const client = createClient({ baseUrl: url, token });
  for await (const { task } of client.heads("now", end.signal, { onLink }))
    if (!mine.has(task)) mine.set(task, Date.now());
}

/** The statements per second while nothing happens, and while tasks are opened. */
type Rates = { idle: number; busy: number };

/** Returns the statements per second while nothing happens. */
async function idleRate(): Promise<number> {
  await sleep(6_000);
  const before = await statementsSoFar(postgres.ownerUrl);
  await sleep(IDLE_MS);
  return ((await statementsSoFar(postgres.ownerUrl)) - before) / (IDLE_MS / 1_000);
}

/** Opens tasks at a steady pace. Returns when each was committed, and the statements per second. */
async function happen(events: number): Promise<{ committed: Map<string, number>; rate: number }> {
  const committed = new Map<string, number>();
  const before = await statementsSoFar(postgres.ownerUrl);
  const beganMs = performance.now();
  for (let at = 0; at < events; at += 1) {
    const { task } = await person.createTask({ body: { title: "Small work", repo: "shop" } });
    committed.set(task, Date.now());
    await sleep(PACE_MS);
  }
  await sleep(1_500);
  const seconds = (performance.now() - beganMs) / 1_000;
  return { committed, rate: ((await statementsSoFar(postgres.ownerUrl)) - before) / seconds };
}

/** The delay of which 99 of 100 are no longer. What never arrived counts as a minute. */
function worstOf99(committed: Map<string, number>, seen: readonly Map<string, number>[]): number {
  const delays = [...committed].flatMap(([task, at]) =>
    seen.map((times) => (times.get(task) ?? at + 60_000) - at),
  );
  return delays.toSorted((one, other) => one - other)[Math.ceil(delays.length * 0.99) - 1] ?? 0;
}

describe("many stream clients and two browsers", () => {
  it("cost at most 20 statements a second more than one browser, and get events within a second", async () => {
    await openInbox();
    const one: Rates = { idle: await idleRate(), busy: (await happen(EVENTS)).rate };
    let opened = 0;
    for (let at = 0; at < CLIENTS; at += 1)
      void follow(viewers[Math.floor(at / PER_TOKEN)] ?? "", () => {
        opened += 1;
      });
    await expect.poll(() => opened, { timeout: 60_000 }).toBe(CLIENTS);
    const clients: Rates = { idle: await idleRate(), busy: (await happen(EVENTS)).rate };
    await openInbox();
    const idle = await idleRate();
    const { committed, rate } = await happen(EVENTS);
    const shown = await Promise.all(pages.map((page) => readShown(page, [...committed.keys()])));
    const many: Rates = { idle, busy: rate };
    const figures = {
      ...{ one, clients, many },
      deliveredMs: worstOf99(committed, arrivals),
      shownMs: worstOf99(committed, shown),
    };
    printFigures(`${CLIENTS} stream clients and two browsers`, figures);
    expect(many.idle - one.idle).toBeLessThanOrEqual(20);
    expect(many.busy - one.busy).toBeLessThanOrEqual(20);
    expect(figures.deliveredMs).toBeLessThan(1_000);
    expect(figures.shownMs).toBeLessThan(1_000);
  }, 300_000);
});
