import { spawn } from "node:child_process";
import { lstat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Escape } from "./escape.ts";
import { type EscapeLab, openEscapeLab } from "./escape-lab.ts";
import { ESCAPES } from "./escapes.ts";

const RUN_INSIDE = fileURLToPath(new URL("../attack/run-inside.ts", import.meta.url));
const SCRIPT = "escapes.sh";
/** Milliseconds until a process that was left behind has written. */
const LATE_MS = 1_500;

/** What came of one escape; `outside` is null where it is not tried without a sandbox. */
export type EscapeResult = { tried: Escape; inside: boolean; outside: boolean | null };

/** Tries every escape in the sandbox, and without one each that can be shown. */
export async function tryEscapes(): Promise<EscapeResult[]> {
  const shown = ESCAPES.filter(isShown);
  const inside = await tryAll(ESCAPES, "sandbox");
  const outside = await tryAll(shown, "nothing");
  return ESCAPES.map((tried) => ({
    tried,
    inside: inside.has(tried),
    outside: shown.includes(tried) ? outside.has(tried) : null,
  }));
}

function isShown({ shown }: Escape): boolean {
  return shown === undefined || (shown === "root" && process.getuid?.() === 0);
}

/** Why an escape is not tried without a sandbox. */
export function notShown({ shown }: Escape): string {
  return typeof shown === "object" ? shown.not : "without a sandbox only root could do it";
}

/** What is wrong with a result; null for an escape that fails in the sandbox and could have succeeded. */
export function problemOf({ inside, outside }: EscapeResult): string | null {
  if (inside) return "escaped";
  return outside === false ? "fails without a sandbox, too, so it proves nothing" : null;
}

async function tryAll(escapes: readonly Escape[], within: Within): Promise<Set<Escape>> {
  const lab = await openEscapeLab();
  try {
    await writeFile(join(lab.checkout, SCRIPT), scriptOf(escapes, lab));
    const said = await runScript(lab, within);
    if (!said.includes("\ndone\n")) throw new Error(`The escapes did not end:\n${said}`);
    await sleep(LATE_MS);
    const results = await Promise.all(
      escapes.map(async ({ leaves }, index) =>
        leaves === undefined ? said.includes(`\n+${index}\n`) : await isThere(lab, leaves),
      ),
    );
    return new Set(escapes.filter((_, index) => results[index] === true));
  } finally {
    await lab.close();
  }
}

function scriptOf(escapes: readonly Escape[], { variables }: EscapeLab): string {
  const names = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const tries = escapes.map(
    ({ attack }, index) =>
      `if (\n${attack}\n) >/dev/null 2>&1 </dev/null; then echo "+${index}"; fi`,
  );
  return [...names, "echo", ...tries, "echo done", "touch finished", ""].join("\n");
}

type Within = "sandbox" | "nothing";

/** Runs the script for a caller with secrets in its environment and open descriptors. */
async function runScript({ checkout, variables }: EscapeLab, within: Within): Promise<string> {
  const { OUT: out = "", REAL_HOME: home = "" } = variables;
  const words = [process.execPath, RUN_INSIDE, checkout, `sh ./${SCRIPT}`];
  const command = within === "sandbox" ? words : ["/bin/sh", `./${SCRIPT}`];
  const open = ["-c", 'exec 8<"$OUT" 9<"$OUT/secret"; unset OUT; exec "$@"', "bash", ...command];
  const child = spawn("/bin/bash", open, {
    cwd: checkout,
    env: {
      OUT: out,
      PATH: `${process.env.PATH}:${out}`,
      HOME: home,
      TMPDIR: out,
      KEY: "CANARY",
      COUNTERSIGN_TOKEN: "CANARY",
      NODE_OPTIONS: "--no-warnings",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      said += chunk;
    });
  }
  await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  return said;
}

async function isThere({ variables }: EscapeLab, leaves: string): Promise<boolean> {
  const path = leaves.replaceAll(/\$([A-Z_]+)/g, (whole, name) => variables[name] ?? whole);
  return (await lstat(path).catch(() => null)) !== null;
}
