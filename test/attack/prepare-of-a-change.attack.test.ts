import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { listenHere } from "./listen-here.ts";

const AS_AGENT = { env: { CLAUDECODE: "1" } };
const MANIFEST = { name: "shop", version: "1.0.0", scripts: { test: "node -e 0" } };

let bench: Bench;
let canary: Server;
let address = "";
const requests: string[] = [];

/** A lock file with one package, which comes from `resolved`. */
function lockOf(resolved: string | null): string {
  const entry = { version: "1.0.0", resolved };
  return JSON.stringify({
    ...{ name: "shop", version: "1.0.0", lockfileVersion: 3, requires: true },
    packages: {
      "": { ...MANIFEST, ...(resolved !== null && { dependencies: { leftpad: "1.0.0" } }) },
      ...(resolved !== null && { "node_modules/leftpad": entry }),
    },
  });
}

/** What the person reads about a task once its check has no result. */
async function told(task: string): Promise<string> {
  await bench.until(task, ({ state, turn }) => state === "held" || turn.holder === "person");
  const { out } = await bench.run(["why", task]);
  return out.replaceAll(/\s+/g, " ");
}

beforeAll(async () => {
  canary = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end("internal page");
  });
  address = await listenHere(canary);
  bench = await openBench();
  await bench.write("package.json", JSON.stringify(MANIFEST));
  await bench.write("package-lock.json", lockOf(null));
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  const started = await bench.run(["init", "--commit", "--yes", "--agents", "none"]);
  expect(started).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await bench.close();
  canary.close();
});

describe("I13 No secret leaves: an agent's lock file opens no network", () => {
  it("names no host in the configuration that init writes", async () => {
    expect(await bench.git("show", "main:countersign.jsonc")).not.toContain("allowHosts");
  });

  it("sends nothing to a service of this machine, and names it to the person", async () => {
    await bench.git("switch", "--quiet", "-C", "agent/leftpad", "main");
    const dependencies = { leftpad: "1.0.0" };
    await bench.write("package.json", JSON.stringify({ ...MANIFEST, dependencies }));
    await bench.write("package-lock.json", lockOf(`${address}/exfil?data=SOURCE`));
    const { out } = await bench.run(["task", "submit", "--title", "Pad", "--json"], AS_AGENT);

    const view = await told(JSON.parse(out).data.task);

    expect(view).toContain(`${new URL(address).host}, which is this machine`);
    expect(requests).toEqual([]);
  });
});
