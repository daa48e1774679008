import { execFileSync } from "node:child_process";
import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Where each tool is once the folder's packages are installed, and what of it a repository needs. */
const TOOLS: Readonly<Record<string, readonly { from: string; to: string }[]>> = {
  pnpm: [{ from: "pnpm/dist/pnpm.cjs", to: "" }],
  yarn: [{ from: "yarn/lib/cli.js", to: "" }],
  typescript: [
    "tsc.js",
    "_tsc.js",
    "lib.d.ts",
    "lib.es5.d.ts",
    "lib.dom.d.ts",
    "lib.webworker.importscripts.d.ts",
    "lib.scripthost.d.ts",
    "lib.decorators.d.ts",
    "lib.decorators.legacy.d.ts",
  ].map((name) => ({ from: `typescript/lib/${name}`, to: name })),
};

/** mocha needs all of its dependencies; these are not among them. */
const NOT_MOCHA = new Set(["pnpm", "yarn", "typescript", ".bin", ".package-lock.json"]);

/** Installs the pinned packages of this folder, once. */
export function installTools(): void {
  if (existsSync(join(HERE, "node_modules/yarn"))) return;
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: HERE });
}

/** Copies a tool to a path of a repository. */
export function copyTool(tool: string, to: string): void {
  const modules = join(HERE, "node_modules");
  if (tool === "mocha") {
    const filter = (path: string) => !NOT_MOCHA.has(path.slice(modules.length + 1));
    cpSync(modules, to, { recursive: true, filter });
    return;
  }
  for (const part of TOOLS[tool] ?? []) cpSync(join(modules, part.from), join(to, part.to));
}

/** Installs Debian packages whose command is not there. */
export function installPackages(commands: Readonly<Record<string, string>>): void {
  const missing = Object.entries(commands).filter(
    ([, command]) => !existsSync(join("/usr/bin", command)),
  );
  if (missing.length === 0) return;
  execFileSync("apt-get", ["update", "-qq"]);
  const names = missing.map(([name]) => name);
  execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names]);
}
