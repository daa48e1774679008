import { randomBytes } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redactSecrets } from "@countersign/core";
import { VERSION } from "../runtime/version.ts";

/** What `--debug` writes down: calls with their times, and what failed. Never a header, a body or a secret. */
export type Trace = {
  path: string;
  fetch: typeof globalThis.fetch;
  fail(error: unknown): void;
  end(exitCode: number): Promise<void>;
};

const OWNER_ONLY = 0o600;
const TOKEN = /cs_[a-z0-9-]+_[A-Za-z0-9_-]{8,}/g;

export async function openTrace(args: readonly string[]): Promise<Trace> {
  const path = join(tmpdir(), `countersign-trace-${randomBytes(6).toString("hex")}.jsonl`);
  const start = Date.now();
  const write = (what: string, fields: Readonly<Record<string, unknown>>) =>
    appendFileSync(
      path,
      `${masked(JSON.stringify({ ms: Date.now() - start, what, ...fields }))}\n`,
    );

  writeFileSync(path, "", { mode: OWNER_ONLY, flag: "wx" });
  const system = `${process.platform} ${process.arch}`;
  const versions = { version: VERSION, node: process.versions.node, system };
  write("start", { at: new Date(start).toISOString(), ...versions, given: args });
  return {
    path,
    fetch: async (input, init) => {
      const { method = "GET" } = init ?? {};
      const called = { method, path: pathOf(input) };
      try {
        const response = await fetch(input, init);
        write("call", { ...called, status: response.status });
        return response;
      } catch (error) {
        write("call", { ...called, failed: String(error) });
        throw error;
      }
    },
    fail: (error) =>
      write("failure", { error: error instanceof Error ? error.stack : String(error) }),
    end: async (exitCode) => write("end", { exitCode }),
  };
}

/** Without the query: what people search for is theirs. */
function pathOf(input: Parameters<typeof fetch>[0]): string {
  const address = input instanceof Request ? input.url : String(input);
  return URL.canParse(address) ? new URL(address).pathname : "";
}

function masked(text: string): string {
  return redactSecrets(text).replaceAll(TOKEN, "cs_***");
}
