import { spawn } from "node:child_process";
import { join } from "node:path";

type Ended = { code: number | null; out: string; err: string };

const PACKAGES = join(import.meta.dirname, "node_modules", "@modelcontextprotocol");
const TOOLS = {
  conformance: join(PACKAGES, "conformance", "dist", "index.js"),
  inspector: join(PACKAGES, "inspector", "clients", "launcher", "build", "index.js"),
} as const;
const LONGEST_MS = 120_000;

/** Runs one of the protocol's tools to its end. It finds no home but the given one. */
export function runTool(
  tool: keyof typeof TOOLS,
  args: readonly string[],
  home: string,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TOOLS[tool], ...args], {
      cwd: home,
      env: { PATH: process.env.PATH ?? "", HOME: home },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LONGEST_MS,
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk) => {
      out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      err += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}
