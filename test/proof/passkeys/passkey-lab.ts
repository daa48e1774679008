import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, createClient } from "@countersign/api";
import type { Browser } from "playwright-core";
import { openStage, type Stage } from "../../../packages/cli/src/testing/stage.ts";
import { launchChromium } from "../../web/open-browser.ts";
import { openWithDevice, type PageWithDevice } from "./passkey-browser.ts";

/** A command of the program that waits for a page. */
export type WaitingCommand = {
  child: ChildProcess;
  /** The address that it asks the person to open. */
  url: Promise<string>;
  ended: Promise<{ code: number | null; out: string; err: string }>;
};

/** A repository, its engine, and a browser with a device that holds ana's passkey. */
export type PasskeyLab = {
  stage: Stage;
  browser: Browser;
  client: Client;
  /** The engine and the person's token, as any program of the account can read them. */
  engine: { url: string; token: string };
  /** The address of the engine's pages, at which passkeys work. */
  origin: string;
  /** Opens a page with the person's device. */
  open(url: string, options?: Parameters<typeof openWithDevice>[2]): Promise<PageWithDevice>;
  start(args: readonly string[]): Promise<WaitingCommand>;
  /** Submits a task and waits until it is the person's turn. */
  waitingTask(branch: string): Promise<{ task: string; tree: string }>;
  close(): Promise<void>;
};

const MAX_WAIT_MS = 60_000;

/** Opens a shop. The person adds a passkey from the command line before the policy requires one. */
export async function openPasskeyLab(presence: "touched" | "unlocked"): Promise<PasskeyLab> {
  const stage = await openStage();
  const { bench } = stage;
  await bench.write("shop.txt", "one\n");
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Begin");
  await stage.run(["init", "--yes"]);
  const browser = await launchChromium();
  const token = await bench.humanToken();
  const asPerson = { COUNTERSIGN_TOKEN: token };
  const start = async (args: readonly string[]) =>
    watchCommand(bench.start(["--json", ...args], { env: asPerson }));
  const adding = await start(["key", "add", "--passkey"]);
  const first = await openWithDevice(browser, await adding.url);
  const origin = new URL(first.page.url()).origin;
  await first.page.getByRole("button", { name: "Add a passkey" }).waitFor();
  await first.page.keyboard.press("Enter");
  await first.page.getByText("Added the passkey SHA256:").waitFor({ timeout: MAX_WAIT_MS });
  const { code, err } = await adding.ended;
  if (code !== 0) throw new Error(`The passkey was not added: ${err}`);
  const credentials = await first.credentials();
  await first.close();
  await stage.json(["config", "set", "trust.humanPresence", `"${presence}"`]);
  await stage.json(["config", "set", "merge.graceSeconds", "0"]);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "Require a passkey");
  await bench.confirmPolicy();
  return {
    ...{ stage, browser, origin, start },
    engine: { url: origin, token },
    client: createClient({ baseUrl: origin, token }),
    open: (url, options) => openWithDevice(browser, url, { credentials, ...options }),
    async waitingTask(branch) {
      const task = await stage.submit(branch, `${branch}.txt`, "work\n");
      const { round } = await bench.until(
        task,
        ({ state, turn }) => state === "reviewing" && turn.holder === "person",
      );
      return { task, tree: round?.content.tree ?? "" };
    },
    async close() {
      await browser.close();
      await bench.close();
    },
  };
}

const ADDRESS = /https?:\/\/\S+#code=\S+/;

function watchCommand(child: ChildProcess): WaitingCommand {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (data) => {
    out += String(data);
  });
  child.stderr?.on("data", (data) => {
    err += String(data);
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, out, err }));
  });
  const url = (async () => {
    for (const end = Date.now() + MAX_WAIT_MS; Date.now() < end; await sleep(30)) {
      const [found] = ADDRESS.exec(err) ?? [];
      if (found !== undefined) return found;
      if (child.exitCode !== null) break;
    }
    throw new Error(`The command named no page: ${out}${err}`);
  })();
  return { child, url, ended };
}
