import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { expect, vi } from "vitest";
import { engineFiles } from "../../packages/cli/src/local-engine/files/engine-files.ts";
import { type Bench, openBench } from "../../packages/cli/src/testing/bench.ts";
import { type HubShop, openHubShop } from "./open-hub-shop.ts";

/** The built program in a fresh home, connected to a hub with the commands of docs/github.md. */
export type BuiltShop = HubShop & {
  bench: Bench;
  /** Runs a command of the program and returns the data that it prints. */
  run(...args: string[]): Promise<ReturnType<typeof JSON.parse>>;
};

/** Creates the app, installs it, starts the engine, and adds and links what the policy names. */
export async function openBuiltShop(policy: object, person: string): Promise<BuiltShop> {
  const shop = await openHubShop();
  const bench = await openBench();
  await shop.clone.commit("Policy", { "countersign.json": JSON.stringify(policy) });
  await shop.clone.git("push", "--quiet", "origin", "main");
  const app = await createApp(shop, bench);
  await shop.hub.admin.installApp({ app, account: "acme" });

  const run = async (...args: string[]) => {
    const { code, out, err } = await bench.run(["--json", ...args]);
    expect(code, `${args.join(" ")}: ${err}${out}`).toBe(0);
    return JSON.parse(out).data;
  };
  const { code, err } = await bench.run(["server", "up"]);
  expect(code, err).toBe(0);
  await run("github", "add", shop.repository);
  const link = `github link ${person} ${shop.ben.id} --login ${shop.ben.login}`;
  const linked = await bench.type(`${process.execPath} ${bench.program} ${link}`);
  expect(linked.code, linked.out).toBe(0);
  const { url } = JSON.parse(await readFile(engineFiles(bench.data).run, "utf8"));
  await shop.hub.admin.setHookUrl({ app, url: `${url}/webhooks/github` });
  return { ...shop, app, bench, run };
}

/** Answers `github setup` as a person with a browser would, and returns the id of the new app. */
async function createApp({ hub }: HubShop, bench: Bench): Promise<number> {
  const args = [
    "github",
    "setup",
    "--json",
    "--name",
    "countersign-shop",
    "--organization",
    "acme",
  ];
  const server = ["--web-url", hub.url, "--ca-file", hub.caPath, "--private-network"];
  const line = [process.execPath, bench.program, ...args, ...server].join(" ");
  const child = spawn("script", ["-qefc", line, "/dev/null"], {
    ...{ cwd: bench.directory, env: { ...bench.env, BROWSER: "true" }, timeout: 60_000 },
  });
  const ended = once(child, "close");
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const page = await vi.waitFor(() => {
    const [address] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed) ?? [];
    if (address === undefined) throw new Error(`No page is shown:\n${printed}`);
    return address;
  }, 30_000);
  const html = await (await fetch(page)).text();
  const manifest = JSON.parse(attribute(html, "value"));
  const { code } = await hub.admin.acceptManifest({ owner: "acme", manifest });
  const back = new URL(manifest.redirect_url);
  back.searchParams.set("code", code);
  back.searchParams.set(
    "state",
    new URL(attribute(html, "action")).searchParams.get("state") ?? "",
  );
  expect((await fetch(back)).status).toBe(200);
  await ended;
  const { data } = JSON.parse(printed.slice(printed.indexOf("{")));
  return data.app;
}

function attribute(html: string, name: string): string {
  const [, value = ""] = new RegExp(` ${name}="([^"]*)"`).exec(html) ?? [];
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}
