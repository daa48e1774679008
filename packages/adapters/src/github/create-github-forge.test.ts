import { generateKeyPairSync, verify } from "node:crypto";
import { type Forge, ForgeError, type ForgeReport } from "@countersign/engine";
import { describe, expect, it } from "vitest";
import type { Behave, LoopbackServer } from "../egress/testing/loopback-server.ts";
import { serversOfFile } from "../egress/testing/servers-of-file.ts";
import { createGithubForge } from "./create-github-forge.ts";
import { convertGithubManifest, readGithubApp } from "./github-app.ts";

const serve = serversOfFile();
const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  // The form in which GitHub hands out keys.
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const TOKEN = "ghs_TheTokenOfTheInstallation";
const CREDENTIALS = { app: 77, slug: "countersign", privateKey, webhookSecret: "s3cret" };
const REPO = { installation: 500, id: 9, name: "acme/shop" };
const MERGE = { method: "merge", head: "a".repeat(40), title: "t", message: "m" } as const;

type Answer = { status?: number; headers?: Record<string, string>; body: unknown };

/** Serves an answer for each path; tokens of the installation are always given out. */
async function serveGithub(answers: Record<string, Answer | Behave>): Promise<LoopbackServer> {
  return await serve((response, seen, socket) => {
    const path = seen.path.replace(/^\/api/, "");
    const found = path.endsWith("/access_tokens")
      ? { status: 201, body: { token: TOKEN, expires_at: "2099-01-01T00:00:00Z", permissions: {} } }
      : answers[path.split("?")[0] ?? ""];
    if (typeof found === "function") return found(response, seen, socket);
    const { status = 200, headers = {}, body } = found ?? { status: 404, body: { message: path } };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(status === 304 ? undefined : JSON.stringify(body));
  });
}

function forgeOn({ url }: LoopbackServer, timeoutMs = 5_000): Forge {
  const server = { apiUrl: `${url}/api/`, rules: { loopback: true, privateHosts: [] }, timeoutMs };
  const transport = {
    fetch: async () => {},
    drop: async () => {},
    push: async () => ({ outcome: "requested", commit: null }) as const,
  };
  return createGithubForge({ server, credentials: CREDENTIALS, transport });
}

describe("authentication", () => {
  it("asks for a token with a signed proof of the app, and uses the token once it has it", async () => {
    const server = await serveGithub({ "/repos/acme/shop/pulls/1/reviews": { body: [] } });
    const forge = forgeOn(server);
    await forge.reviews(REPO, 1);
    await forge.reviews(REPO, 1);

    const [asked, read, again] = server.seen.map(({ path, headers }) => ({
      path,
      authorization: String(headers.authorization),
    }));
    expect(server.seen).toHaveLength(3);
    expect(asked?.path).toBe("/api/app/installations/500/access_tokens");
    const [head = "", claims = "", signature = ""] = asked?.authorization.slice(7).split(".") ?? [];
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify("sha256", signed, publicKey, Buffer.from(signature, "base64url"))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ iss: 77 });
    expect([read?.authorization, again?.authorization]).toEqual([
      `token ${TOKEN}`,
      `token ${TOKEN}`,
    ]);
  });

  it("exchanges the code of a manifest for credentials, without any of its own", async () => {
    const server = await serveGithub({
      "/app-manifests/the%20code/conversions": {
        status: 201,
        body: {
          id: 5,
          slug: "cs",
          pem: "PEM",
          webhook_secret: "w",
          html_url: "https://x",
          owner: {},
        },
      },
    });
    const { url } = server;
    const rules = { loopback: true, privateHosts: [] };

    expect(await convertGithubManifest({ apiUrl: `${url}/api`, rules }, "the code")).toEqual({
      credentials: { app: 5, slug: "cs", privateKey: "PEM", webhookSecret: "w" },
      page: "https://x",
      owner: null,
    });
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  it("reads the app itself", async () => {
    const body = {
      id: 77,
      slug: "cs",
      name: "CS",
      html_url: "x",
      permissions: {},
      events: ["push"],
    };
    const { url } = await serveGithub({ "/app": { body } });
    const rules = { loopback: true, privateHosts: [] };

    expect(await readGithubApp({ apiUrl: `${url}/api`, rules }, CREDENTIALS)).toMatchObject({
      app: 77,
      slug: "cs",
      events: ["push"],
    });
  });

  it("says nothing of a private key that cannot be used", async () => {
    const server = { apiUrl: "http://127.0.0.1:9/", rules: { loopback: true, privateHosts: [] } };
    const privateKey = "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----";
    const failure = await readGithubApp(server, { app: 1, privateKey }).catch((error) => error);

    expect(failure).toBeInstanceOf(ForgeError);
    expect(failure.message).toBe("GitHub: the app's private key is not a key in PEM format");
    expect(String(failure.stack)).not.toContain("c2VjcmV0");
  });
});

describe("requests", () => {
  it("sends a token to no other server, whatever a response says", async () => {
    const stranger = await serve((response) => response.end("[]"));
    const link = `<${stranger.url}/next>; rel="next"`;
    const server = await serveGithub({
      "/repos/acme/shop/pulls/1/reviews": { body: [], headers: { link } },
    });

    await expect(forgeOn(server).reviews(REPO, 1)).rejects.toMatchObject({ kind: "refused" });
    expect(stranger.connections()).toBe(0);
  });

  it.each([301, 302, 307, 308])("follows no redirect with status %i", async (status) => {
    const server = await serveGithub({
      "/repos/acme/shop/pulls/1/reviews": { status, body: {}, headers: { location: "/elsewhere" } },
    });

    await expect(forgeOn(server).reviews(REPO, 1)).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("renamed or moved"),
    });
  });

  it.each([
    ["hangs", (() => {}) satisfies Behave],
    ["cuts the connection", ((_, __, socket) => socket.destroy()) satisfies Behave],
    ["answers with 502", { status: 502, body: {} }],
    ["answers with a conflict", { status: 409, body: { message: "Git Repository is empty." } }],
    ["answers with 204", ((response) => response.writeHead(204).end()) satisfies Behave],
    ["answers with nothing", ((response) => response.end()) satisfies Behave],
    ["answers with another form", { body: [{ id: "x" }] }],
    ["answers with no JSON", ((response) => response.end("<html>")) satisfies Behave],
  ])("asks to retry if the server %s", async (_, answer) => {
    const server = await serveGithub({ "/repos/acme/shop/pulls/1/reviews": answer });

    await expect(forgeOn(server, 300).reviews(REPO, 1)).rejects.toMatchObject({ kind: "retry" });
  });

  it("stops to read a response without end", async () => {
    const endless: Behave = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(1_048_576, " ");
      const write = () => response.write(chunk, (error) => (error ? undefined : write()));
      write();
    };
    const server = await serveGithub({ "/repos/acme/shop/pulls/1/reviews": endless });

    await expect(forgeOn(server).reviews(REPO, 1)).rejects.toMatchObject({ kind: "refused" });
  });

  it("refuses a repository's name with other parts", async () => {
    const server = await serveGithub({});

    for (const name of ["acme", "acme/shop/x", "/shop", "acme/"]) {
      await expect(forgeOn(server).change({ ...REPO, name }, 1)).rejects.toMatchObject({
        kind: "refused",
      });
    }
    expect(server.seen).toEqual([]);
  });
});

describe("changes", () => {
  it("costs one conditional request if nothing changed", async () => {
    const server = await serveGithub({ "/repos/acme/shop/pulls": { status: 304, body: null } });

    expect(await forgeOn(server).changes(REPO, '"v1"')).toEqual({ is: "same" });
    expect(server.seen).toHaveLength(2);
    expect(server.seen[1]).toMatchObject({ headers: { "if-none-match": '"v1"' } });
    expect(server.seen[1]?.path).toContain("state=all");
  });
});

describe("contributors", () => {
  it("asks for pages of lists, and for none of a single pull request", async () => {
    const repo = { id: 9 };
    const body = { user: null, head: { ref: "work", user: null, repo }, base: { repo } };
    const server = await serveGithub({
      "/repos/acme/shop/pulls/1": { body },
      "/repos/acme/shop/pulls/1/commits": { body: [] },
      "/repos/acme/shop/issues/1/timeline": { body: [] },
      "/repos/acme/shop/activity": { body: [] },
    });

    expect(await forgeOn(server).contributors(REPO, 1)).toEqual({
      committers: [],
      hasUnknown: false,
      assignedBy: null,
    });
    expect(server.seen.map(({ path }) => path).slice(1)).toEqual([
      "/api/repos/acme/shop/pulls/1",
      "/api/repos/acme/shop/pulls/1/commits?per_page=100",
      "/api/repos/acme/shop/issues/1/timeline?per_page=100",
      "/api/repos/acme/shop/activity?per_page=100&ref=refs%2Fheads%2Fwork",
    ]);
  });
});

describe("merge", () => {
  const merged = (answer: Answer | Behave) =>
    serveGithub({ "/repos/acme/shop/pulls/1/merge": answer });

  it.each([
    ["requested", { body: { sha: "b", merged: true, message: "" } }],
    ["requested", { body: {} }],
    ["head_moved", { status: 409, body: { message: "Head branch was modified" } }],
    ["not_mergeable", { status: 405, body: { message: "Not mergeable" } }],
    ["not_mergeable", { status: 422, body: { message: "Validation Failed" } }],
    ["unknown", { status: 502, body: {} }],
    ["unknown", ((_, __, socket) => socket.destroy()) satisfies Behave],
    ["unknown", (() => {}) satisfies Behave],
  ])("answers %s for %j", async (outcome, answer) => {
    const server = await merged(answer);

    expect(await forgeOn(server, 300).merge(REPO, 1, MERGE)).toMatchObject({ outcome });
    expect(JSON.parse(server.seen[1]?.body ?? "")).toEqual({
      sha: MERGE.head,
      merge_method: "merge",
      commit_title: "t",
      commit_message: "m",
    });
  });

  it.each([
    [
      "wait",
      { status: 403, headers: { "retry-after": "3" }, body: { message: "secondary rate limit" } },
    ],
    ["refused", { status: 403, body: { message: "Resource not accessible by integration" } }],
    ["refused", { status: 404, body: { message: "Not Found" } }],
  ])("fails with %s for %j", async (kind, answer) => {
    const server = await merged(answer);

    await expect(forgeOn(server).merge(REPO, 1, MERGE)).rejects.toMatchObject({ kind });
  });
});

describe("tell", () => {
  const REPORT: ForgeReport = {
    commit: MERGE.head,
    externalId: "cs-1/1",
    state: "success",
    title: "Approved",
    summary: "",
    detailsUrl: null,
    annotations: [],
    actions: [],
    comment: null,
  };

  it("writes no comment for a pass, and no second check", async () => {
    const run = { id: 4, name: "countersign/gate", head_sha: MERGE.head, app: { id: 77 } };
    const shown = { status: "completed", conclusion: "success", external_id: "cs-1/1" };
    const output = { title: "Approved", summary: "", annotations_count: 0 };
    const server = await serveGithub({
      [`/repos/acme/shop/commits/${MERGE.head}/check-runs`]: {
        body: { total_count: 1, check_runs: [{ ...run, ...shown, output }] },
      },
    });

    expect(await forgeOn(server).tell(REPO, 1, REPORT, null)).toEqual({ check: 4, comment: null });
    expect(server.seen).toHaveLength(2);
  });
});
