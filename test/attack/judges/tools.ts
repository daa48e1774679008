import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, "../../..");

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

/** Packs test runners into archives, once: jest as this folder pins it, and vitest as the project itself uses it. */
export function packRunners(): void {
  const folder = join(HERE, "runners");
  if (existsSync(join(folder, ARCHIVES.jest))) return;
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  mkdirSync(join(folder, "dist"), { recursive: true });
  const own = installedWith(["vitest", "vite"]).map((name) => `node_modules/${name}`);
  const vitest = join(folder, ARCHIVES.vitest);
  execFileSync("tar", ["-czf", vitest, "--exclude=.vite*", ...own], { cwd: ROOT });
  execFileSync("tar", ["-czf", ARCHIVES.jest, "node_modules"], { cwd: folder });
}

/** In a folder that git ignores. */
const ARCHIVES = { jest: "dist/jest.tgz", vitest: "dist/vitest.tgz" } as const;

/** Names of packages of the project and of all that they depend on, as far as it is installed. */
function installedWith(names: readonly string[]): string[] {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const manifest = join(ROOT, "node_modules", name, "package.json");
    if (found.has(name) || !existsSync(manifest)) continue;
    found.add(name);
    const { dependencies = {}, optionalDependencies = {} } = Manifest.parse(
      JSON.parse(readFileSync(manifest, "utf8")),
    );
    waiting.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies));
  }
  return [...found];
}

const Manifest = z.object({
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});

/** Copies a tool to a path of a repository. */
export function copyTool(tool: string, to: string): void {
  const modules = join(HERE, "node_modules");
  if (tool === "jest" || tool === "vitest") {
    cpSync(join(HERE, "runners", ARCHIVES[tool]), to);
    return;
  }
  if (tool === "mocha") {
    const filter = (path: string) => !NOT_MOCHA.has(path.slice(modules.length + 1));
    cpSync(modules, to, { recursive: true, filter });
    return;
  }
  for (const part of TOOLS[tool] ?? []) cpSync(join(modules, part.from), join(to, part.to));
}

/** Installs Debian packages whose command is not there; a test that cannot run must not pass. */
export function installPackages(commands: Readonly<Record<string, string>>): void {
  const missing = Object.entries(commands).filter(
    ([, command]) => !existsSync(join("/usr/bin", command)),
  );
  if (missing.length === 0) return;
  const names = missing.map(([name]) => name);
  try {
    execFileSync("apt-get", ["update", "-qq"]);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names]);
  } catch (error) {
    throw new Error(`These tests need Debian packages: apt-get install ${names.join(" ")}`, {
      cause: error,
    });
  }
}
