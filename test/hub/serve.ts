import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listenHere } from "../attack/listen-here.ts";
import { createAdminCalls } from "./admin/admin-calls.ts";
import { serveAdmin } from "./admin/serve-admin.ts";
import { createHubCertificate } from "./certificate.ts";
import { decideGitAccess } from "./git-access.ts";
import { serveGit } from "./git-over-http.ts";
import { serveGraphql } from "./graphql/serve-graphql.ts";
import { serveRest } from "./rest/serve-rest.ts";
import { createWorld } from "./world/world.ts";

/** A GitHub on loopback. Prints where it answers in one line of JSON and ends when its stdin closes. */
async function serve(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-hub-"));
  const { key, cert, caPath } = await createHubCertificate(folder);
  const root = join(folder, "repositories");
  await mkdir(root);
  const world = createWorld(root);
  const git = { root, access: decideGitAccess.bind(null, world) };
  const hub = createTlsServer({ key, cert }, async (request, response) => {
    if (await serveGit(git, request, response)) return;
    if (request.url === "/api/graphql") return serveGraphql(world, request, response);
    return serveRest(world, request, response);
  });
  const admin = createServer(serveAdmin.bind(null, createAdminCalls(world)));
  admin.keepAliveTimeout = 0; // a test may pause longer between two calls
  world.url = (await listenHere(hub)).replace("http:", "https:");
  const adminUrl = await listenHere(admin);
  process.stdout.write(`${JSON.stringify({ url: world.url, caPath, adminUrl })}\n`);
  process.stdin.resume();
  process.stdin.once("close", () => void stop([hub, admin], folder));
}

async function stop(servers: readonly Server[], folder: string): Promise<void> {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit();
}

await serve();
