import { readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tell } from "../testing/in-process.ts";

const TOKEN = `cs_local_${"Qx7".repeat(14)}`;
const SECRET = `ghp_${"aB3dE5fG7h".repeat(4).slice(0, 36)}`;

const server = createServer((_request, response) => {
  response.writeHead(401, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      error: {
        code: "unauthenticated",
        message: "Who are you?",
        hint: null,
        docs: null,
        retryable: false,
        details: {},
      },
    }),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
});

function addressOf(address: string | AddressInfo | null): string {
  return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
}

describe("--debug", () => {
  it("names a private file with every call at the end, and no secret in it", async () => {
    const env = { COUNTERSIGN_TOKEN: TOKEN, COUNTERSIGN_SERVER: addressOf(server.address()) };
    const told = { directory: "/", env, program: "/nowhere/main.mjs" };
    const args = ["task", "show", "cs-ab12", "--debug", "--server", env.COUNTERSIGN_SERVER];
    const { code, out, err } = await tell([...args, "--repo", `/x/${SECRET}/${TOKEN}`], told);
    expect({ code, out }).toEqual({ code: 4, out: "" });
    const path = /^trace: (\S+)$/m.exec(err)?.[1] ?? "";
    const text = await readFile(path, "utf8");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rm(path);
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ what }) => what)).toEqual(["start", "call", "failure", "end"]);
    expect(lines[1]).toMatchObject({ method: "GET", path: "/v1/tasks/cs-ab12", status: 401 });
    expect(lines[3]).toMatchObject({ exitCode: 4 });
    expect(text).not.toContain(TOKEN.slice(12));
    expect(text).not.toContain(SECRET);
  });
});
