import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LoopbackServer } from "../egress/testing/loopback-server.ts";
import { serversOfFile } from "../egress/testing/servers-of-file.ts";
import { createGithubClients } from "./client/github-clients.ts";
import { readWebhook } from "./webhooks/read-webhook.ts";

/** A program of others that plays GitHub: what it accepts was not written by us. It judges no merge. */
const APP = { app: 77, slug: "countersign", webhookSecret: "s3cret" };
const INSTALLATION = 500;
const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});
const strangerKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  type: "pkcs1",
  format: "pem",
});

const serve = serversOfFile();
let receiver: LoopbackServer;
let emulator: Emulator;

beforeAll(async () => {
  receiver = await serve((response) => response.end("ok"));
  emulator = await createEmulator({ service: "github", port: await freePort(), seed: seedOf() });
});
afterAll(async () => await emulator.close());

const clientsWith = (key: string) => {
  const server = { apiUrl: emulator.url, rules: { loopback: true, privateHosts: [] } };
  return createGithubClients(server, { app: APP.app, privateKey: key });
};

describe("the emulated GitHub", () => {
  it("accepts the proof of the app and hands out a token for its installation", async () => {
    const clients = clientsWith(privateKey);
    const { data } = await clients.asApp(async ({ rest }) => await rest.apps.listInstallations());

    expect(data.map(({ id }) => id)).toEqual([INSTALLATION]);
    expect(await clients.installationToken(INSTALLATION)).toMatch(/^ghs_/);
  });

  it("refuses the proof of another key", async () => {
    await expect(
      clientsWith(strangerKey.toString()).asApp(
        async ({ rest }) => await rest.apps.listInstallations(),
      ),
    ).rejects.toMatchObject({ kind: "refused" });
  });

  it("accepts a check run with the installation's token", async () => {
    const created = await clientsWith(privateKey).asInstallation(INSTALLATION, async ({ rest }) => {
      const repo = { owner: "acme", repo: "shop" };
      const { data: ref } = await rest.git.getRef({ ...repo, ref: "heads/main" });
      return await rest.checks.create({
        ...repo,
        name: "countersign/gate",
        head_sha: ref.object.sha,
      });
    });

    expect(created).toMatchObject({ status: 201, data: { name: "countersign/gate" } });
  });

  it("signs webhooks so that we verify them", async () => {
    const before = receiver.seen.length;
    await clientsWith(privateKey).asInstallation(INSTALLATION, async ({ rest }) => {
      await rest.issues.create({ owner: "acme", repo: "shop", title: "A question" });
    });
    await expect.poll(() => receiver.seen.length, { timeout: 10_000 }).toBeGreaterThan(before);

    for (const { headers, body } of receiver.seen) {
      const names = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      expect(readWebhook(APP, names, Buffer.from(body))).toMatchObject({
        installation: INSTALLATION,
        repository: { name: "acme/shop" },
      });
      expect(readWebhook({ ...APP, webhookSecret: "other" }, names, Buffer.from(body))).toBeNull();
    }
  });
});

function seedOf() {
  return {
    github: {
      users: [{ login: "ana" }],
      orgs: [{ login: "acme", members: [{ login: "ana", role: "admin" as const }] }],
      repos: [{ owner: "acme", name: "shop", auto_init: true }],
      apps: [
        {
          app_id: APP.app,
          slug: APP.slug,
          name: APP.slug,
          private_key: privateKey,
          permissions: { checks: "write", contents: "write", issues: "write" },
          events: ["issues", "check_run", "check_suite", "push"],
          webhook_url: `${receiver.url}/hook`,
          webhook_secret: APP.webhookSecret,
          installations: [
            {
              installation_id: INSTALLATION,
              account: "acme",
              repository_selection: "all" as const,
            },
          ],
        },
      ],
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  return address.port;
}
