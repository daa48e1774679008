import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type RefUpdate, readRefUpdates } from "./read-ref-updates.ts";

/** What a git request asks for. `repository` is `owner/name`; `updates` are the refs of a push. */
export type GitRequest = {
  repository: string;
  token: string | null;
  isPush: boolean;
  updates(): Promise<readonly RefUpdate[]>;
};

/** Whether the request may go on, and if so, what to do once git has answered it. */
export type GitAccess =
  | { status: 401 | 403 | 404; message: string }
  | { status: 200; user: string; env?: Readonly<Record<string, string>>; done(): Promise<void> };

export type GitOverHttpOptions = {
  /** The folder that holds `owner/name.git`. */
  root: string;
  access(request: GitRequest): Promise<GitAccess>;
};

const PATH = /^\/([^/]+\/[^/]+)\.git(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/;

/** Serves one smart HTTP request through `git http-backend`. Returns false if the path is not git's. */
export async function serveGit(
  options: GitOverHttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? "/", "https://hub");
  const [, repository, service] = PATH.exec(url.pathname) ?? [];
  if (repository === undefined || service === undefined) return false;
  const isPush = `${service}${url.search}`.includes("git-receive-pack");
  const pushes = isPush && request.method === "POST";
  const start: Buffer[] = [];
  const access = await options.access({
    repository,
    token: basicPassword(request.headers.authorization),
    isPush,
    updates: async () => (pushes ? readRefUpdates(request, start) : []),
  });
  if (access.status !== 200) {
    refuse(response, access);
    return true;
  }
  const env = { ...backendEnv(options.root, url, request, access.user), ...access.env };
  await runBackend(env, start, request, response, access.done);
  return true;
}

function refuse(response: ServerResponse, access: { status: number; message: string }): void {
  const challenge = access.status === 401 ? { "www-authenticate": 'Basic realm="GitHub"' } : {};
  response.writeHead(access.status, { "content-type": "text/plain", ...challenge });
  response.end(`${access.message}\n`);
}

/** The token of `Authorization: Basic <any name>:<token>`, as git sends it. */
function basicPassword(header: string | undefined): string | null {
  const [, encoded] = /^Basic (.+)$/i.exec(header ?? "") ?? [];
  if (encoded === undefined) return null;
  return Buffer.from(encoded, "base64").toString().split(":").slice(1).join(":");
}

function backendEnv(root: string, url: URL, request: IncomingMessage, user: string) {
  const header = (name: string) => String(request.headers[name] ?? "");
  return {
    PATH: process.env.PATH,
    HOME: root,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    REQUEST_METHOD: request.method,
    CONTENT_TYPE: header("content-type"),
    CONTENT_LENGTH: header("content-length"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    GIT_PROTOCOL: header("git-protocol"),
    REMOTE_USER: user,
    REMOTE_ADDR: "127.0.0.1",
  };
}

/** Runs the CGI program and answers with its output. `done` ends before the client sees the end. */
async function runBackend(
  env: Record<string, string | undefined>,
  start: readonly Buffer[],
  request: IncomingMessage,
  response: ServerResponse,
  done: () => Promise<void>,
): Promise<void> {
  const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "ignore"] });
  response.once("close", () => child.kill());
  child.stdin.on("error", () => undefined);
  for (const piece of start) child.stdin.write(piece);
  request.pipe(child.stdin);
  let head = Buffer.alloc(0);
  for await (const piece of child.stdout) {
    if (response.headersSent) {
      response.write(piece);
      continue;
    }
    head = Buffer.concat([head, piece]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) continue;
    writeHead(response, head.subarray(0, end).toString());
    response.write(head.subarray(end + 4));
  }
  await done();
  response.end();
}

function writeHead(response: ServerResponse, head: string): void {
  const lines = head.split("\r\n").map((line) => line.split(/: (.*)/s));
  const status = lines.find(([name]) => name === "Status")?.[1] ?? "200";
  for (const [name = "", value = ""] of lines)
    if (name !== "Status") response.setHeader(name, value);
  response.writeHead(Number.parseInt(status, 10));
}
