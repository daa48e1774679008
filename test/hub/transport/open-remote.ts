import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createGitTransport, type GitTransportOptions } from "@countersign/adapters";
import { onTestFinished } from "vitest";
import { listenHere } from "../../attack/listen-here.ts";
import { createHubCertificate } from "../certificate.ts";
import { serveGit } from "../git-over-http.ts";

export const TOKEN = "ghs_onlyForThisTest0123456789abcdefghij";

/** Answers a request before git does. Returns true if it did. */
export type Interrupt = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A server with one bare repository, and a transport whose clone is not made yet. */
export type Remote = Awaited<ReturnType<typeof openRemote>>;

/** Starts a server for one test. It knows one token. */
export async function openRemote(options: Partial<GitTransportOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "countersign-remote-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const root = join(folder, "repositories");
  const served = join(root, "acme", "shop.git");
  await mkdir(dirname(served), { recursive: true });
  const requests: string[] = [];
  const state: { interrupt: Interrupt } = { interrupt: () => false };
  const { key, cert, caPath } = await createHubCertificate(folder);
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (state.interrupt(request, response)) return;
    void serveGit({ root, access: async ({ token }) => accessFor(token) }, request, response);
  });
  const url = (await listenHere(server)).replace("http:", "https:");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const git = gitIn(served, folder);
  await run(["init", "--quiet", "--bare", "--initial-branch=main", served], folder, folder);
  const ca = await readFile(caPath, "utf8");
  return {
    folder,
    served,
    requests,
    state,
    git,
    remote: { url: `${url}/acme/shop.git`, token: TOKEN, ca },
    gitDir: join(folder, "clones", "shop.git"),
    clone: gitIn(join(folder, "clones", "shop.git"), folder),
    transport: createGitTransport({ dataDirectory: join(folder, "data"), ...options }),
    /** Commits one file on top of a ref, or as a first commit, and moves a ref of the server to it. */
    commit: async (ref: string, path: string, content: string, parent: string | null = null) => {
      const blob = await git(["hash-object", "-w", "--stdin"], content);
      const tree = await git(["mktree"], `100644 blob ${blob}\t${path}\n`);
      const from = parent === null ? [] : ["-p", parent];
      const commit = await git(["commit-tree", tree, ...from, "-m", `Write ${path}`]);
      await git(["update-ref", ref, commit]);
      return commit;
    },
  };
}

function accessFor(token: string | null) {
  if (token !== TOKEN) return { status: 401, message: "Bad credentials" } as const;
  return { status: 200, user: "countersign", done: async () => {} } as const;
}

type Git = (args: readonly string[], input?: string | Uint8Array) => Promise<string>;

function gitIn(gitDir: string, home: string): Git {
  return (args, input = "") => run([`--git-dir=${gitDir}`, ...args], home, home, input);
}

async function run(
  args: readonly string[],
  home: string,
  cwd: string,
  input: string | Uint8Array = "",
): Promise<string> {
  const who = { NAME: "Ada", EMAIL: "ada@acme.test", DATE: "1700000000 +0000" };
  const people = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(who).map(([name, value]) => [`GIT_${role}_${name}`, value]),
  );
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: "1" };
  const promise = promisify(execFile)("git", args, {
    cwd,
    env: { ...env, ...Object.fromEntries(people) },
    maxBuffer: 256 * 1024 * 1024,
  });
  promise.child.stdin?.on("error", () => {}); // a command that does not read its input may end first
  promise.child.stdin?.end(input);
  return (await promise).stdout.trimEnd();
}
