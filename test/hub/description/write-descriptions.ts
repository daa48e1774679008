import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isJsonObject, type JsonObject, printDescription, slimDescription } from "./slim.ts";
import { slimSchema } from "./slim-schema.ts";
import { USED_FIELDS, USED_OPERATIONS, USED_WEBHOOKS } from "./used.ts";

const run = promisify(execFile);
const MAX_BYTES = 200_000;

/** Writes the parts of GitHub's descriptions that the hub uses. They are downloaded, never installed. */
async function writeDescriptions(folder: string): Promise<void> {
  const file = "generated/api.github.com.json";
  const rest = JSON.parse(await unpack(folder, "@octokit/openapi@23.0.2", file));
  const operations = USED_OPERATIONS.map((name) => {
    const [method = "", path = ""] = name.split(" ");
    return [name, part(rest, ["paths", path, method.toLowerCase()])] as const;
  });
  await write("rest.json", printDescription(slimDescription(rest, Object.fromEntries(operations))));
  const hooks = JSON.parse(await unpack(folder, "@octokit/openapi-webhooks@12.1.0", file));
  const body = ["post", "requestBody", "content", "application/json", "schema"];
  const events = USED_WEBHOOKS.map((name) => [name, part(hooks, ["webhooks", name, ...body])]);
  await write(
    "webhooks.json",
    printDescription(slimDescription(hooks, Object.fromEntries(events))),
  );
  const graphql = await unpack(folder, "@octokit/graphql-schema@15.26.1", "schema.graphql");
  await write("schema.graphql", slimSchema(graphql, USED_FIELDS));
}

async function unpack(folder: string, name: string, file: string): Promise<string> {
  const { stdout } = await run("npm", ["pack", "--silent", name], { cwd: folder });
  await run("tar", ["-xzf", stdout.trim(), `package/${file}`], { cwd: folder });
  return readFile(join(folder, "package", file), "utf8");
}

function part(whole: JsonObject, path: readonly string[]): JsonObject {
  let found = whole;
  for (const key of path) {
    const next = found[key];
    if (!isJsonObject(next)) throw new Error(`The description has no ${path.join(" ")}`);
    found = next;
  }
  return found;
}

async function write(name: string, text: string): Promise<void> {
  if (text.length > MAX_BYTES) throw new Error(`${name} has ${text.length} bytes`);
  await writeFile(new URL(name, import.meta.url), text);
}

const scratch = await mkdtemp(join(tmpdir(), "countersign-descriptions-"));
await writeDescriptions(scratch).finally(() => rm(scratch, { recursive: true }));
