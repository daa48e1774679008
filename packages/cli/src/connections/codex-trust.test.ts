import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { untrustedCodexHooks } from "./codex-trust.ts";

/** As Codex 0.166 notes it for these hooks. */
const HASH = "sha256:a46f0a14b542fd11de959d5a8bf561d62895b53b22babe87c7a039c7be00d265";

async function openHome() {
  const home = await mkdtemp(join(tmpdir(), "countersign-trust-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, ".codex");
  await mkdir(folder);
  const hook = (event: string) => ({
    hooks: [
      { type: "command", command: `/data/bin/countersign hook codex ${event} user`, timeout: 5 },
    ],
  });
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "mine" }] }, hook("stop")] };
  await writeFile(join(folder, "hooks.json"), JSON.stringify({ hooks }));
  return {
    trust: (text: string) => writeFile(join(folder, "config.toml"), text),
    key: JSON.stringify(`${join(folder, "hooks.json")}:stop:1:0`),
    other: JSON.stringify(`${join(folder, "hooks.json")}:stop:0:0`),
    untrusted: () => untrustedCodexHooks({ HOME: home }),
  };
}

it("names hooks that the user of Codex has not trusted", async () => {
  const { trust, key, other, untrusted } = await openHome();
  expect(await untrusted()).toEqual(["Stop"]);
  await trust(`[hooks.state.${other}]\ntrusted_hash = "${HASH}"\n`);
  expect(await untrusted()).toEqual(["Stop"]);
  await trust(`[hooks.state.${key}]\nenabled = true\n\n[x]\ntrusted_hash = "${HASH}"\n`);
  expect(await untrusted()).toEqual(["Stop"]);
  await trust(`[hooks.state.${key}]\ntrusted_hash = "sha256:of another command"\n`);
  expect(await untrusted()).toEqual(["Stop"]);
});

it("says nothing about hooks that are trusted, however Codex writes it", async () => {
  const { trust, key, untrusted } = await openHome();
  await trust(`[hooks.state.${key}]\nenabled = true\ntrusted_hash = "${HASH}"\n`);
  expect(await untrusted()).toEqual([]);
  await trust(`hooks.state.${key}.trusted_hash = "${HASH}"\n`);
  expect(await untrusted()).toEqual([]);
});

it("knows no hooks where there are none of ours", async () => {
  expect(await untrustedCodexHooks({ HOME: "/nowhere" })).toEqual([]);
  expect(await untrustedCodexHooks({})).toEqual([]);
});
