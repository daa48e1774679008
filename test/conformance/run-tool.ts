import { join } from "node:path";
import { type Ended, runToEnd } from "../../packages/cli/src/testing/run-to-end.ts";

const PACKAGES = join(import.meta.dirname, "node_modules", "@modelcontextprotocol");
const TOOLS = {
  conformance: join(PACKAGES, "conformance", "dist", "index.js"),
  inspector: join(PACKAGES, "inspector", "clients", "launcher", "build", "index.js"),
} as const;

/** Runs one of the protocol's tools to its end. It finds no home but the given one. */
export function runTool(
  tool: keyof typeof TOOLS,
  args: readonly string[],
  home: string,
): Promise<Ended> {
  const env = { PATH: process.env.PATH ?? "", HOME: home };
  return runToEnd(process.execPath, [TOOLS[tool], ...args], { cwd: home, env });
}
