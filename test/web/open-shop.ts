import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, createClient } from "@countersign/api";
import { openStage, type Stage } from "../../packages/cli/src/testing/stage.ts";
import { openBrowser, type WebLab } from "./open-browser.ts";

/** An agent's environment: what it submits is its own work. */
const AGENT = { CLAUDECODE: "1" };
/** Maximum time in which the page shows what a test waits for. */
const MAX_WAIT_MS = 20_000;
const CONFIG = "countersign.jsonc";

/** A repository with a confirmed policy, its engine, and a browser. */
export type Shop = {
  stage: Stage;
  lab: WebLab;
  /** The person's own client. */
  client: Client;
  /** An agent submits a new version of a file from a branch that exists. Returns the exit code. */
  resubmit(branch: string, file: string, text: string): Promise<number>;
  /** Waits until a task is the person's turn, from this round on. */
  waiting(task: string, round?: number): Promise<void>;
  close(): Promise<void>;
};

type ShopOptions = {
  /** Keys of the policy's section `merge` that differ from the default. */
  merge?: Readonly<Record<string, unknown>>;
  checks?: readonly Readonly<Record<string, unknown>>[];
  /** Files of the target branch. */
  files?: Readonly<Record<string, string>>;
};

export async function openShop({ merge, checks, files }: ShopOptions = {}): Promise<Shop> {
  const stage = await openStage();
  const { bench } = stage;
  for (const [path, text] of Object.entries({ "README.md": "# Shop\n", ...files }))
    await bench.write(path, text);
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "first");
  await stage.json(["init", "--yes", "--agents", "none"]);
  const config = await readFile(join(bench.repository, CONFIG), "utf8");
  const target = '"target": "main"';
  await bench.write(
    CONFIG,
    config
      .replace('"checks": []', `"checks": ${JSON.stringify(checks ?? [])}`)
      .replace(target, [target, ...entryTexts(merge ?? {})].join(", ")),
  );
  await bench.git("add", "-A");
  await bench.git("commit", "--quiet", "-m", "configuration");
  await stage.confirmPolicy();
  const lab = await openBrowser(bench);
  lab.context.setDefaultTimeout(MAX_WAIT_MS);
  return {
    stage,
    lab,
    client: createClient({ baseUrl: lab.url, token: await bench.humanToken() }),
    async resubmit(branch, file, text) {
      await bench.git("switch", "--quiet", branch);
      await bench.write(file, text);
      const { code } = await stage.run(["task", "submit"], AGENT);
      await bench.git("add", "-A");
      await bench.git("commit", "--quiet", "--allow-empty", "-m", "again");
      return code;
    },
    async waiting(task, number = 1) {
      const isThere = ({ state, turn, round }: Awaited<ReturnType<Client["showTask"]>>): boolean =>
        state === "reviewing" && turn.holder === "person" && (round?.number ?? 0) >= number;
      await bench.until(task, isThere);
    },
    async close() {
      await lab.close();
      await bench.close();
    },
  };
}

function entryTexts(entries: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(entries).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
}
