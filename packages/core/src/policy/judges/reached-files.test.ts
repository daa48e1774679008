import { describe, expect, it } from "vitest";
import { reachedFiles } from "./reached-files.ts";

const NO_LINKS = new Map<string, string>();
const manifest = (scripts: object) => ({
  path: "package.json",
  text: JSON.stringify({ name: "shop", scripts }),
});

const through = (
  changed: string,
  run: string,
  sources: { path: string; text: string }[],
  links: ReadonlyMap<string, string> = NO_LINKS,
) => reachedFiles([changed], { sources, links }, [{ id: "test", run }])[0]?.through ?? null;

describe("reachedFiles through scripts", () => {
  it.each([
    ["npm test", { test: "node tools/run.js" }],
    ["npm t", { test: "node ./tools/run.js --all" }],
    ["npm test", { test: "npm run all", all: "node tools/run" }],
    ["npm test", { pretest: "node tools/run.js", test: "node --test" }],
    ["npm run lint", { lint: "eslint .", postlint: "node -r ./tools/run lib.js" }],
    ["yarn lint", { lint: "NODE_ENV=test node --import=./tools/run.js ." }],
  ])("follows %s", (run, scripts) => {
    expect(through("tools/run.js", run, [manifest(scripts)])).toBe("package.json");
  });

  it("leaves alone what only other scripts start", () => {
    expect(through("src/app.js", "npm test", [manifest({ start: "node src/app.js" })])).toBeNull();
  });

  it.each([
    ["lib.test.js", "node --test lib.test.js"],
    ["src/index.ts", "eslint src"],
    ["src/main.c", "cc src/main.c && ./a.out"],
  ])("leaves %s alone in %s", (changed, test) => {
    expect(through(changed, "npm test", [manifest({ test })])).toBeNull();
  });

  it("reads paths of a nested manifest from its folder and from the top", () => {
    const nested = { path: "packages/a/package.json", text: '{"scripts":{"test":"sh ./run.sh"}}' };

    expect(through("packages/a/run.sh", "npm test", [nested])).toBe("packages/a/package.json");
    expect(through("run.sh", "npm test", [nested])).toBe("packages/a/package.json");
    expect(through("packages/b/run.sh", "npm test", [nested])).toBeNull();
  });

  it.each(["{", "[]", '{"scripts":1}', '{"scripts":{"test":1}}'])(
    "takes nothing from %s",
    (text) => {
      expect(through("tools/run.js", "npm test", [{ path: "package.json", text }])).toBeNull();
    },
  );

  it("goes on through shell scripts, and round in circles once", () => {
    const shells = [
      { path: "ci/test.sh", text: "sh ci/more.sh\n" },
      { path: "ci/more.sh", text: "sh ci/test.sh\npython3 -m tools.check\n" },
    ];

    expect(through("tools/check.py", "sh ci/test.sh", shells)).toBe("ci/more.sh");
    expect(through("tools/check.py", "sh other.sh", shells)).toBeNull();
  });

  it("says that a check's own command names a file when no other does", () => {
    expect(through("tools/run.mjs", "node tools/run", [])).toBe("");
  });

  it("does not look into committed dependencies", () => {
    const shell = { path: "node_modules/a/run.sh", text: "node tools/run.js" };

    expect(through("tools/run.js", "sh node_modules/a/run.sh", [shell])).toBeNull();
  });
});

describe("reachedFiles through make files", () => {
  const makefile = (text: string) => [{ path: "Makefile", text }];

  it.each([
    ["a recipe", "make test", "test:\n\t@sh tools/run.sh\n"],
    ["a target before it", "make test", "test: sum\n\nsum:\n\t@./tools/run.sh\n"],
    ["a variable", "make test", "RUN = tools/run.sh\ntest:\n\t$(RUN)\n"],
    ["a continued line", "make test", "test: \\\n  sum\nsum:\n\tsh \\\n\ttools/run.sh\n"],
    ["the first target", "make -s", ".PHONY: all\nall:\n\tsh tools/run.sh\n"],
    ["a script of the shell", "make", "all:\n\tcd x; $(CURDIR)/tools/run.sh\n"],
  ])("follows %s", (_, run, text) => {
    expect(through("tools/run.sh", run, makefile(text))).toBe("Makefile");
  });

  it("leaves other targets alone", () => {
    const text = "test:\n\ttrue\n\nserve:\n\tpython3 app/main.py\n";

    expect(through("app/main.py", "make test", makefile(text))).toBeNull();
  });
});

describe("reachedFiles through settings", () => {
  it.each([
    ["vitest.config.ts", 'export default { test: { setupFiles: ["./support/setup.js"] } }'],
    ["jest.config.json", '{"setupFilesAfterEnv": ["<rootDir>/support/setup.js"]}'],
    ["jest.config.js", "module.exports = {\n  transform: {\n    js: './support/setup.js' } }"],
    ["eslint.config.mjs", 'import rules from "./support/setup.js";'],
    ["eslint.config.cjs", 'const rules = require("./support/setup");'],
    [".mocharc.yml", "require:\n  - ./support/setup.js\n"],
    ["tox.ini", "[testenv]\ncommands =\n  node support/setup.js\n"],
  ])("follows %s", (path, text) => {
    expect(through("support/setup.js", "npm test", [{ path, text }])).toBe(path);
  });

  it.each([
    ["pytest.ini", "[pytest]\naddopts = -p support.plugin\n"],
    ["conftest.py", 'pytest_plugins = ["support.plugin"]\n'],
    ["mypy.ini", "[mypy]\nplugins = support/plugin.py\n"],
  ])("follows %s to a module", (path, text) => {
    expect(through("support/plugin.py", "pytest", [{ path, text }])).toBe(path);
  });

  it.each([
    ["vite.config.ts", 'export default { build: { lib: { entry: "./src/index.ts" } } }'],
    ["conftest.py", "from src.index import app\n"],
    ["pyproject.toml", '[tool.hatch.version]\npath = "src/index.py"\n'],
  ])("leaves what %s builds alone", (path, text) => {
    expect(through("src/index.ts", "npm test", [{ path, text }])).toBeNull();
    expect(through("src/index.py", "npm test", [{ path, text }])).toBeNull();
  });
});

describe("reachedFiles through links", () => {
  const linked = (changed: string, links: Record<string, string>, judges?: string[]) =>
    reachedFiles([changed], { sources: [], links: new Map(Object.entries(links)) }, [
      { id: "test", run: "npm test", judges },
    ]);

  it.each([
    ["settings.txt", { ".npmrc": "settings.txt" }, ".npmrc"],
    ["config/pkg.json", { "package.json": "./config/pkg.json" }, "package.json"],
    ["build/test.sh", { scripts: "build" }, "scripts/test.sh"],
    ["a/b.txt", { "x/conftest.py": "../y/b.txt", y: "a" }, "x/conftest.py"],
  ])("finds what leads to %s", (changed, links, name) => {
    expect(linked(changed, links)).toEqual([{ file: changed, through: name, checks: ["test"] }]);
  });

  it("leaves links with other names alone, and those that lead elsewhere", () => {
    expect(linked("a.txt", { "b.txt": "a.txt" })).toEqual([]);
    expect(linked("a.txt", { ".npmrc": "../a.txt" })).toEqual([]);
    expect(linked("a.txt", { ".npmrc": "/a.txt" })).toEqual([]);
    expect(linked("a", { a: "a" })).toEqual([]);
  });

  it("takes a check's own list into account", () => {
    expect(linked("a.txt", { "b.txt": "a.txt" }, ["b.*", "c.json#d"])).toHaveLength(1);
  });

  it("lists every check that is reached, and files in order", () => {
    const checks = [
      { id: "test", run: "npm test" },
      { id: "lint", run: "node b.js" },
    ];
    const sources = [manifest({ test: "node b.js && node a.js" })];

    expect(reachedFiles(["b.js", "a.js"], { sources, links: NO_LINKS }, checks)).toEqual([
      { file: "a.js", through: "package.json", checks: ["test"] },
      { file: "b.js", through: "package.json", checks: ["test", "lint"] },
    ]);
  });
});
