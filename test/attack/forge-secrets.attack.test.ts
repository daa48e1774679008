import { generateKeyPairSync, randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { filesWithSecrets } from "./files-with-secrets.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const webhookSecret = randomBytes(24).toString("hex");
/** A line from the middle of the key, which survives other line ends and indentation. */
const SECRETS = [webhookSecret, privateKey.split("\n")[5] ?? ""];

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  await mkdir(bench.data, { recursive: true });
  const settings = {
    ...{ app: 7, slug: "countersign-test", privateKey, webhookSecret, privateNetwork: true },
    // Nothing listens there.
    ...{ apiUrl: "https://127.0.0.1:1", webUrl: "https://127.0.0.1:1" },
  };
  await writeFile(join(bench.data, "github.json"), JSON.stringify(settings), { mode: 0o600 });
});
afterAll(async () => {
  await bench.close();
});

/** Lists the files outside of the app's settings that contain one of the secrets. */
const leaks = () => filesWithSecrets(bench.directory, SECRETS, join(bench.data, "github.json"));

describe("I13 No secret leaves: the credentials of the GitHub App", () => {
  it("are in no output, log, database or backup", async () => {
    const status = await bench.run(["github", "status", "--json"]);
    expect(JSON.parse(status.out).data).toMatchObject({ host: "127.0.0.1:1", app: 7 });
    expect(JSON.parse(status.out).data.problem).toEqual(expect.any(String));
    const outputs = [status];
    for (const args of [
      ["github", "add", "acme/shop"],
      ["doctor", "--verbose"],
      ["server", "logs"],
      ["server", "backup", join(bench.directory, "backup.jsonl")],
      ["server", "down"],
    ])
      outputs.push(await bench.run(args));

    const printed = outputs.map(({ out, err }) => out + err).join("\n");
    for (const secret of SECRETS) expect(printed).not.toContain(secret);
    expect(statSync(join(bench.directory, "backup.jsonl")).size).toBeGreaterThan(100);
    expect(leaks()).toEqual([]);
    await writeFile(join(bench.directory, "planted"), `x${webhookSecret}`);
    expect(leaks()).toEqual([join(bench.directory, "planted")]);
  });
});
