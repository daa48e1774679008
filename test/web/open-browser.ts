import { readFile } from "node:fs/promises";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import type { Bench } from "../../packages/cli/src/testing/bench.ts";
import { tell } from "../../packages/cli/src/testing/in-process.ts";

const PROGRAMS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];

/** A real browser on a real engine. */
export type WebLab = {
  url: string;
  browser: Browser;
  context: BrowserContext;
  /** What the content security policy refused, and what the pages reported as errors. */
  violations: readonly string[];
  errors: readonly string[];
  /** Requests to any other origin. */
  foreign: readonly string[];
  /** Opens a page as the person, signed in by a one-time code. */
  openPage(path?: string): Promise<Page>;
  close(): Promise<void>;
};

export async function openBrowser(bench: Bench): Promise<WebLab> {
  const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  const browser = await launchChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const violations: string[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];
  context.on("console", (message) => {
    if (/content security policy|trusted/i.test(message.text())) violations.push(message.text());
  });
  context.on("weberror", (error) => errors.push(String(error.error())));
  context.on("request", (request) => {
    if (!request.url().startsWith(url)) foreign.push(request.url());
  });
  return {
    url,
    browser,
    context,
    violations,
    errors,
    foreign,
    async openPage(path = "/") {
      const page = await context.newPage();
      await page.goto(await oneTimeLink(bench, path));
      return page;
    },
    close: () => browser.close(),
  };
}

/** Returns the address that `countersign open` would open. */
async function oneTimeLink(bench: Bench, path: string): Promise<string> {
  const task = /^\/t\/([^/]+)$/.exec(path)?.[1];
  const args = ["--json", "open", "--print", ...(task === undefined ? [] : [task])];
  const { program, repository: directory } = bench;
  const env = { ...bench.env, COUNTERSIGN_TOKEN: await bench.humanToken() };
  const { code, out, err } = await tell(args, { program, directory, env });
  if (code !== 0) throw new Error(`countersign open failed (${code}): ${err}`);
  return JSON.parse(out).data.url;
}

/** Starts the machine's own Chromium, with more arguments. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const args = [...more, "--no-sandbox", "--disable-dev-shm-usage"]; // tests run as root in containers
  for (const executablePath of PROGRAMS) {
    try {
      return await chromium.launch({ executablePath, args });
    } catch (error) {
      if (!String(error).includes("executable doesn't exist")) throw error;
    }
  }
  throw new Error("The tests of the pages need Chromium (Debian's package chromium)");
}
