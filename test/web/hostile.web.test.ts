import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { times } from "../../packages/cli/src/testing/times.ts";
import { hostileName, hostileText, textSign } from "./hostile-texts.ts";
import { openShop, type Shop } from "./open-shop.ts";

/** The texts of one task: 20 in each field and the rest as lines of code. 10,000 texts in a deep run. */
const TEXTS_PER_TASK = 1_000;
const TEXTS = times(1_000, 240);
const IN_FIELD = 20;
const FIELDS = ["description", "acceptance", "finding", "comment", "quote", "label"] as const;
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const LONG_LINE = 1_000_000;
const BRANCH = "agent/<img-src=x-onerror=alert(1)>\u202Eb";

let shop: Shop;
let page: Page;
let dialogs = 0;
const seen = new Set<string>();
const tasks: string[] = [];
/** Everything on a page that is not text, or that a reader cannot see. */
const problems: string[] = [];
let used = 0;

const some = (count: number): string[] =>
  Array.from({ length: count }, () => {
    used += 1;
    return hostileText(used);
  });

async function submitTask(number: number): Promise<string> {
  const { stage, client } = shop;
  const { bench } = stage;
  const [title = ""] = some(1);
  const created = await client.createTask({
    body: {
      title,
      repo: (await client.listRepositories()).items[0]?.id ?? "",
      description: some(IN_FIELD).join("\n"),
      acceptance: some(IN_FIELD),
      labels: some(IN_FIELD).map((text) => text.slice(0, 200)),
    },
  });
  const path = hostileName(number);
  const code = some(Math.min(TEXTS, TEXTS_PER_TASK) - IN_FIELD * FIELDS.length);
  const diagnostics = some(IN_FIELD).map((message, at) => ({
    message,
    location: { path, range: { start: { line: at + 1 } } },
    severity: "WARNING",
    code: { value: message.slice(0, 60) },
  }));
  await bench.git("switch", "--quiet", "-c", `${BRANCH}${number}`, "main");
  await bench.write(path, `${code.join("\n")}\n`);
  await bench.write("findings.json", JSON.stringify({ diagnostics }));
  const [summary = ""] = some(1);
  const args = ["task", "submit", "--task", created.task, "--message", summary];
  await stage.json(args, { CLAUDECODE: "1" });
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "work");
  await bench.until(created.task, ({ round }) => round?.decision != null);
  await client.saveDraft({ task: created.task, body: { draft: draftFor(path), version: null } });
  return created.task;
}

function draftFor(path: string) {
  const quotes = some(IN_FIELD);
  const comments = some(IN_FIELD).map((text, at) => ({
    path,
    line: at + 1,
    quote: quotes[at] ?? "",
    text,
  }));
  const [feedback = "", issue = ""] = some(2);
  return {
    ...{ feedback, issues: [issue], comments, findings: [] },
    ...{ option: "keep" as const, priority: "same" as const },
  };
}

beforeAll(async () => {
  shop = await openShop({
    checks: [{ id: "linter", run: "cat findings.json", format: "rdjson" }],
    files: { "findings.json": '{"diagnostics":[]}' },
  });
  for (let number = 0; number * TEXTS_PER_TASK < TEXTS; number += 1)
    tasks.push(await submitTask(number));
  page = await shop.lab.openPage();
  page.on("dialog", async (dialog) => {
    dialogs += 1;
    await dialog.dismiss();
  });
  await page.getByRole("heading", { level: 1, name: /inbox/i }).waitFor();
});
afterAll(async () => {
  await shop?.close();
});

/** Notes which texts are on screen, and everything that would mean that one of them is more than text. */
async function inspect(where: string): Promise<void> {
  const { isOwned, names, attributes, texts } = await page.evaluate(() => {
    const elements = [...document.querySelectorAll("body *")];
    // The content of a field stays as it is, because the person edits it.
    const written = elements.filter(({ localName }) => !/^(?:textarea|input)$/.test(localName));
    return {
      isOwned: Reflect.has(window, "owned") || Reflect.has({}, "owned"),
      names: elements.map(({ localName }) => localName),
      attributes: written.flatMap((element) =>
        Array.from(element.attributes, ({ name, value }) => ({ name, value })),
      ),
      texts: written.flatMap(({ childNodes }) =>
        Array.from(childNodes, (node) => (node instanceof Text ? node.data : "")),
      ),
    };
  });
  const found = [
    ...(isOwned ? ["a script ran"] : []),
    ...names.filter((name) => FORBIDDEN.has(name)),
    ...attributes.filter(isActive).map(({ name, value }) => `${name}=${value}`),
    ...[...texts, ...attributes.map(({ value }) => value)].filter(hasHidden),
  ];
  problems.push(...found.map((what) => `${where}: ${JSON.stringify(what.slice(0, 300))}`));
  for (const [, sign = ""] of texts.join("\n").matchAll(/\b(n\d+n)\b/g)) seen.add(sign);
}

const FORBIDDEN: ReadonlySet<string> = new Set(
  "script style img iframe object embed base link meta svg math animate".split(" "),
);

function isActive({ name, value }: { name: string; value: string }): boolean {
  return /^on|^srcdoc$/.test(name) || /^\s*javascript:/i.test(value);
}

function hasHidden(text: string): boolean {
  return HIDDEN.test(text.replaceAll(/[\n\t]/g, ""));
}

/** Reads a change from its first to its last line. */
async function readChange(task: string): Promise<void> {
  await page.goto(`${shop.lab.url}/t/${task}?since=0`);
  await page.locator(".diff .file-row").first().waitFor();
  for (const summary of await page.locator("details > summary").all()) await summary.click();
  const frame = page.getByRole("region", { name: "The change" });
  for (let top = 0, end = 1; top < end; top += 500) {
    end = await frame.evaluate((element, to) => {
      element.scrollTo({ top: to });
      return element.scrollHeight;
    }, top);
    await page.waitForTimeout(30);
    await inspect("change");
  }
}

describe("texts that anyone can write", () => {
  it("may be lines of a million characters", async () => {
    const text = `${"x".repeat(LONG_LINE)}${hostileText(0)}\n`;
    const task = await shop.stage.submit("agent/long", "long.js", text);
    await shop.stage.bench.until(task, ({ round }) => round?.decision != null);
    await page.goto(`${shop.lab.url}/t/${task}`);
    await page.locator("td.code").first().waitFor();
    await inspect("long line");
    await page.keyboard.press("G");
    await page.getByText(textSign(0)).waitFor();
    await inspect("end of a long line");
    expect(problems).toEqual([]);
  });

  it("are shown as text on every page, with a sign for each invisible character", async () => {
    for (const task of tasks) {
      await readChange(task);
      await page.keyboard.press("r");
      await page.getByText("Previous Review Feedback").waitFor();
      await inspect("redo sheet");
      await page.keyboard.press("Escape");
      for (const view of ["why", "timeline", "raw"]) {
        await page.goto(`${shop.lab.url}/t/${task}/${view}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.waitForTimeout(300);
        await inspect(view);
      }
    }
    for (const path of ["/", "/board", "/run", `/?q=${encodeURIComponent(hostileText(7))}`]) {
      await page.goto(shop.lab.url + path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForTimeout(300);
      await inspect(path);
    }
    const missing = Array.from({ length: used }, (_, at) => textSign(at + 1)).filter(
      (sign) => !seen.has(sign),
    );
    process.stdout.write(`hostile texts: ${used} written, ${seen.size} seen\n`);
    expect(problems).toEqual([]);
    expect(missing.length, missing.join(" ")).toBeLessThanOrEqual(tasks.length * 2);
  });

  it("run no script, reach no other origin and break no rule of the content security policy", () => {
    const { violations, errors, foreign } = shop.lab;
    expect({ violations, errors, foreign, dialogs }).toEqual({
      ...{ violations: [], errors: [], foreign: [], dialogs: 0 },
    });
  });

  it("cannot be the name of an agent", async () => {
    const args = ["--json", "token", "add", hostileText(1), "--role", "author"];
    const { code } = await shop.stage.run(args);
    expect(code).not.toBe(0);
  });
});
