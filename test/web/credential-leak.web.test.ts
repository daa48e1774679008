import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createApp } from "../../packages/server/src/app.ts";
import { serve } from "../../packages/server/src/serve.ts";
import { openMemoryWorld, principal } from "../../packages/server/src/testing/open-server.ts";
import { openOtherServer } from "./other-server.ts";

const CHROMIUM = "/usr/bin/chromium";
const COOKIE = "countersign";

const folder = await mkdtemp(join(tmpdir(), "countersign-leak-"));
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Signs in as our page does, uses the token, and goes to a page of another server. */
async function writePages(name: string, other: string): Promise<string> {
  const directory = join(folder, name);
  await mkdir(join(directory, "assets"), { recursive: true });
  const tag = '<script type="module" src="/assets/page.js"></script>';
  await writeFile(join(directory, "index.html"), `<!doctype html><title>own</title>${tag}`);
  await writeFile(
    join(directory, "assets", "page.js"),
    `const code = location.hash.replace("#code=", "");
history.replaceState(null, "", location.pathname);
const headers = { "content-type": "application/json" };
const begun = await fetch("/v1/sessions", { method: "POST", headers, body: JSON.stringify({ code }) });
const { token } = await begun.json();
sessionStorage.setItem("countersign.token", token);
const me = await fetch("/v1/me", { headers: { authorization: "Bearer " + token } });
location.href = "${other}/attack?me=" + me.status;`,
  );
  return directory;
}

/** Signs in with a real browser, then opens a page of another port of the same host name in it. */
async function visitOther({ name, withCookie }: { name: string; withCookie: boolean }) {
  const world = await openMemoryWorld();
  let origin = "";
  const other = await openOtherServer(() => origin);
  const directory = await writePages(name, `http://127.0.0.1:${other.port}`);
  const tokens: string[] = [];
  const app = createApp({
    ...{ engine: world.engine, hosts: ["127.0.0.1"], origins: [], version: "1", instance: "i" },
    ...{ log: () => undefined, pages: { directory } },
  });
  const server = await serve(
    {
      async fetch(request, env) {
        const response = await app.fetch(request, env);
        if (new URL(request.url).pathname !== "/v1/sessions" || !response.ok) return response;
        const { token } = await response.clone().json();
        tokens.push(token);
        const cookie = `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict`;
        if (withCookie) response.headers.append("set-cookie", cookie);
        return response;
      },
    },
    { port: 0 },
  );
  origin = server.url;
  const by = await principal(world.engine, world.tokens.human);
  const { code } = await world.engine.createSignInCode(by);
  const before = world.engine.commands;
  const chromium = spawn(CHROMIUM, browserArguments(name, `${origin}/#code=${code}`), {
    stdio: "ignore",
  });
  started.push(chromium);
  const report = await other.report;
  chromium.kill("SIGKILL");
  const changes = world.engine.commands - before;
  await Promise.all([server.close(), other.close()]);
  return { report, received: other.received.join("\n\n"), code, token: tokens[0] ?? "", changes };
}

function browserArguments(name: string, url: string): string[] {
  return [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
    `--user-data-dir=${join(folder, `profile-${name}`)}`,
    url,
  ];
}

describe("a server on another port of the same host name, in the same browser", () => {
  it("receives no byte of a credential, and its page can do nothing", async () => {
    const { report, received, code, token, changes } = await visitOther({
      ...{ name: "token", withCookie: false },
    });

    expect(received).toContain("/attack?me=200");
    expect(token).toMatch(/^cs_org-a_/);
    for (const secret of [token, token.slice(-16), code, code.slice(-16), "ookie\n"])
      expect(received).not.toContain(secret);
    expect(received.toLowerCase()).not.toContain("authorization");
    expect(report).toEqual({
      ...{ read: "refused: TypeError", act: "refused: TypeError", blind: "refused: TypeError" },
      ...{ frame: "refused: SecurityError", storage: "null", cookie: "" },
    });
    expect(changes).toBe(0);
  });

  it("would receive the session if it were a cookie", async () => {
    const { received, token } = await visitOther({ name: "cookie", withCookie: true });
    expect(received).toContain(`${COOKIE}=${token}`);
  });
});
