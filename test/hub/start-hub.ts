import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { z } from "zod";
import type { AdminCalls } from "./admin/admin-calls.ts";

/** A GitHub on loopback in a process of its own. */
export type Hub = {
  /** `https://127.0.0.1:<port>`. Repositories are at `<url>/<owner>/<name>.git`. */
  url: string;
  /** The root of the REST interface; GraphQL is at `<url>/api/graphql`, as on GitHub Enterprise Server. */
  apiUrl: string;
  /** The authority that signed the hub's certificate. */
  caPath: string;
  admin: AdminCalls;
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL("./serve.ts", import.meta.url));
const Started = z.object({ url: z.string(), caPath: z.string(), adminUrl: z.string() });

/** Starts a hub that ends with the test file. It is empty: create accounts and repositories first. */
export async function startHub(): Promise<Hub> {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  afterAll(stop);
  const lines = createInterface(child.stdout);
  const first = await Promise.race([once(lines, "line"), ended.then(() => null)]);
  if (first === null) throw new Error("The hub did not start");
  const { url, caPath, adminUrl } = Started.parse(JSON.parse(String(first[0])));
  return { url, apiUrl: `${url}/api/v3`, caPath, admin: adminClient(adminUrl), stop };
}

/** Sends every call to the hub's process. */
function adminClient(url: string): AdminCalls {
  const call = async (name: string, argument: unknown): Promise<unknown> => {
    const body = JSON.stringify(argument ?? {});
    const response = await fetch(`${url}/${name}`, { method: "POST", body });
    if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
    return response.json();
  };
  const target = {} as AdminCalls;
  return new Proxy(target, {
    // A promise is resolved with this object: it has no `then`.
    get: (_, name) => (name === "then" ? undefined : call.bind(null, String(name))),
  });
}
