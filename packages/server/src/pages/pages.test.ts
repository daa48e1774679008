import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../testing/ask.ts";
import { type OpenServer, openMemoryWorld, openServer } from "../testing/open-server.ts";
import { ROUTES } from "../testing/route-rows.ts";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types countersign";
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const PAGE = "<!doctype html><title>countersign</title>";
const SECRET = "a secret beside the pages";

const folder = await mkdtemp(join(tmpdir(), "countersign-pages-"));
const directory = join(folder, "dist");
const world = await openMemoryWorld();
let server: OpenServer;

beforeAll(async () => {
  await mkdir(join(directory, "assets", "fonts"), { recursive: true });
  await mkdir(join(directory, ".vite"));
  await writeFile(join(folder, "secret.js"), SECRET);
  await writeFile(join(directory, "index.html"), PAGE);
  await writeFile(join(directory, "assets", "index-Bx3.js"), "export {};");
  await writeFile(join(directory, "assets", "fonts", "a-1.woff2"), "font");
  await writeFile(join(directory, "assets", "notes.txt"), SECRET);
  await writeFile(join(directory, ".vite", "manifest.json"), SECRET);
  await symlink(join(folder, "secret.js"), join(directory, "assets", "link.js"));
  await symlink(folder, join(directory, "assets", "up"));
  server = await openServer(world.engine, { pages: { directory } });
  await writeFile(join(directory, "assets", "later.js"), SECRET);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ask(server.url, { method: "GET", path, headers });

describe("the pages", () => {
  it.each(["/", "/t/cs-ab12", "/t/cs-ab12/why", "/board?state=held", "/sign-in", "/index.html"])(
    "are one document at %s, with the policy of pages",
    async (path) => {
      const { status, text, headers } = await get(path, HTML);
      expect([status, text]).toEqual([200, PAGE]);
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
        "content-security-policy": POLICY,
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(headers["set-cookie"]).toBeUndefined();
    },
  );

  it.each([
    ["/assets/index-Bx3.js", "text/javascript; charset=utf-8", "export {};"],
    ["/assets/fonts/a-1.woff2", "font/woff2", "font"],
  ])("include %s, whatever the client accepts", async (path, type, text) => {
    for (const accept of ["*/*", "text/html", "image/png"]) {
      const told = await get(path, { accept });
      expect([told.status, told.text]).toEqual([200, text]);
      expect(told.headers).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": POLICY,
      });
    }
  });

  it.each([
    "/assets/..%2f..%2fsecret.js",
    "/assets/..%5c..%5csecret.js",
    "/assets/%252e%252e%252fsecret.js",
    "/..%2fsecret.js",
    "/t/..%2f..%2fsecret.js",
    "/t/%00",
    "/t//secret.js",
    "//secret.js",
    "/assets//index-Bx3.js",
    "/assets/index-Bx3.js%00.html",
    "/assets/%69ndex-Bx3.js",
    "/assets/link.js",
    "/assets/up/secret.js",
    "/assets/later.js",
    "/assets/notes.txt",
    "/assets/",
    "/assets",
    "/.vite/manifest.json",
  ])("never include %s", async (path) => {
    for (const accept of ["text/html", "*/*"]) {
      const { status, text } = await get(path, { accept });
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ error: { code: "not_found" } });
    }
  });

  it.each([
    "/../secret.js",
    "/assets/../../secret.js",
    "/assets/%2e%2e/%2e%2e/secret.js",
    "/t/../../../../etc/passwd",
    "/assets/.%2e/%2E./secret.js",
  ])("end at the root of the build for %s", async (path) => {
    expect((await get(path, HTML)).text).toBe(PAGE);
    expect((await get(path, { accept: "*/*" })).status).toBe(404);
  });

  it("are not at any address of the API, which keeps its own policy", async () => {
    const paths = ROUTES.map(({ route }) => route.path.replaceAll(/\{\w+\}/g, "cs-nowhere"));
    for (const path of [...paths, "/v1", "/v1/nothing", "/mcp/x", "/metrics/x"]) {
      const { text, headers } = await ask(server.url, {
        ...{ method: "GET", path, headers: HTML, onlyBeginning: true },
      });
      expect([path, text.includes(PAGE)]).toEqual([path, false]);
      expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  it("are sent to clients that ask for a document, by GET alone, at a known host", async () => {
    expect((await get("/board")).status).toBe(404);
    expect((await get("/board", { accept: "application/json" })).status).toBe(404);
    for (const method of ["POST", "DELETE", "HEAD", "PUT"]) {
      const told = await ask(server.url, { method, path: "/board", headers: HTML });
      expect(told.status).toBe(404);
    }
    expect((await get("/", { ...HTML, host: "evil.example" })).status).toBe(403);
    expect((await get("/", { ...HTML, origin: "http://evil.example" })).status).toBe(403);
  });

  it("do not exist without a build", async () => {
    const without = await openServer(world.engine, { pages: { directory: join(folder, "none") } });
    const told = await ask(without.url, { method: "GET", path: "/", headers: HTML });
    await without.close();
    expect([told.status, JSON.parse(told.text)]).toMatchObject([
      404,
      { error: { code: "not_found" } },
    ]);
  });
});
