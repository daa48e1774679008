import { describe, expect, it } from "vitest";
import { JUDGE_KEYS } from "../../policy/judges/judge-keys.ts";
import { JUDGE_FILES } from "../../policy/judges/judge-names.ts";
import { factsOf, fileOf } from "../../testing/plan-of.ts";
import { policyOf } from "../../testing/policy-of.ts";
import { judgeChanges, judgeKeys, judgePath, judgeText } from "./judge-changes.ts";

const CHECKS = {
  checks: [
    { id: "test", run: "npm test" },
    { id: "lint", run: "node ./tools/lint.mjs --strict" },
  ],
};

const paths = (...files: string[]) => judgeChanges(factsOf(files), CHECKS).map(judgePath);

describe("judgeChanges", () => {
  it.each([
    ".npmrc",
    "packages/a/.npmrc",
    "pnpm-workspace.yaml",
    ".yarn/releases/yarn.cjs",
    "node_modules/.bin/vitest",
    "packages/a/vitest.config.ts",
    "jest.config.js",
    "tsconfig.build.json",
    "biome.json",
    ".eslintrc.cjs",
    "pytest.ini",
    "tests/conftest.py",
    "pyproject.toml",
    "pytest.py",
    "evil.egg-info/entry_points.txt",
    "Makefile",
    "rules/common.mk",
    "go.mod",
    ".cargo/config.toml",
    ".cargo",
    "build.rs",
    "gradlew",
    "gradle/wrapper/gradle-wrapper.jar",
    "scripts/test.sh",
    ".NPMRC",
    "MakeFile",
    "PACKAGE.JSON",
    "Tests/Conftest.PY",
    "argparse.py",
    "iniconfig/__init__.py",
    "__pycache__/lib.cpython-311.pyc",
    "shop/lib.pyc",
    "tsconfig.tsbuildinfo",
    ".turbo/cache/1.tar.zst",
    "GNUmakefile",
    ".yarnrc.yml",
    ".pnpmfile.cjs",
    "go.work",
    "rust-toolchain.toml",
    "settings.gradle",
    "init.gradle",
    "sitecustomize.py",
    "tox.ini",
  ])("counts %s for every check", (path) => {
    expect(judgeChanges(factsOf([path, "src/a.ts"]), CHECKS)).toMatchObject([
      { file: path, key: null, checks: ["test", "lint"] },
    ]);
  });

  it.each([
    "src/a.ts",
    "readme.md",
    "package.json",
    "package-lock.json",
    "src/config.ts",
    "src/shop/types.py",
    "logging/readme.md",
  ])("does not count %s", (path) => {
    expect(paths(path)).toEqual([]);
  });

  it("counts a file that a command names for that check alone", () => {
    expect(judgeChanges(factsOf(["tools/lint.mjs"]), CHECKS)).toMatchObject([
      { file: "tools/lint.mjs", checks: ["lint"] },
    ]);
  });

  it("counts a file that a command names in another case", () => {
    expect(paths("Tools/LINT.mjs")).toEqual(["Tools/LINT.mjs"]);
  });

  it("counts what accepted files lead to, for the checks that they lead", () => {
    const facts = factsOf(["tools/run.js", "tools/other.js", "src/a.ts"], {
      reachedFiles: [
        { file: "tools/other.js", through: "", checks: ["test"] },
        { file: "tools/run.js", through: "package.json", checks: ["test", "gone"] },
      ],
    });

    expect(judgeChanges(facts, CHECKS)).toEqual([
      {
        file: "tools/other.js",
        key: null,
        does: "is named by the check itself",
        checks: ["test"],
        mayBeProgram: true,
      },
      {
        file: "tools/run.js",
        key: null,
        does: "is reached through package.json",
        checks: ["test"],
        mayBeProgram: true,
      },
    ]);
  });

  it("counts what a check's own list names, and takes nothing away", () => {
    const judges = ["spec/**", "tool.json#rules"];
    const policy = policyOf({
      checks: [...CHECKS.checks, { id: "spec", run: "make spec", judges }],
    });
    const facts = {
      ...factsOf(["spec/run.lua", ".npmrc"]),
      changedKeys: ["tool.json#rules", "tool.json#name"],
    };

    expect(judgeChanges(facts, policy).map((it) => [judgePath(it), it.checks])).toEqual([
      [".npmrc", ["test", "lint", "spec"]],
      ["spec/run.lua", ["spec"]],
      ["tool.json#rules", ["spec"]],
    ]);
    const [listed] = judgeChanges(factsOf(["Spec/run.LUA"]), policy);
    expect(listed).toMatchObject({ file: "Spec/run.LUA", checks: ["spec"] });
    expect(listed?.mayBeProgram).toBeUndefined();
    expect(judgeKeys(policy)).toContain("tool.json#rules");
  });

  it("counts parts of manifests, nested ones too, and not their other dependencies", () => {
    const changedKeys = [
      "package.json#scripts",
      "packages/a/package.json#jest",
      "package.json#devDependencies.vitest",
      "package.json#dependencies.left-pad",
    ];

    expect(judgeChanges({ ...factsOf([]), changedKeys }, CHECKS).map(judgePath)).toEqual(
      changedKeys.slice(0, 3),
    );
  });

  it("counts both names of a moved file", () => {
    const moved = fileOf("old.txt", { oldPath: "vitest.config.ts", status: "renamed" });

    expect(judgeChanges(factsOf([moved]), CHECKS).map(judgePath)).toEqual(["vitest.config.ts"]);
  });

  it("takes a number sign in a file's name for a part of the name", () => {
    expect(paths("scripts/a#b.sh")).toEqual(["scripts/a#b.sh"]);
  });

  it("finds nothing to steer without checks", () => {
    expect(judgeChanges(factsOf([".npmrc"]), { checks: [] })).toEqual([]);
    expect(judgeKeys({ checks: [] })).toEqual([]);
  });

  it("says which checks a file steers", () => {
    const [first] = judgeChanges(factsOf([".npmrc"]), CHECKS);
    const [second] = judgeChanges(factsOf(["tools/lint.mjs"]), CHECKS);

    expect(first && judgeText(first)).toBe(
      ".npmrc sets how npm and pnpm run scripts. It steers the checks test, lint.",
    );
    expect(second && judgeText(second)).toBe(
      "tools/lint.mjs is named by the check itself. It steers the check lint.",
    );
  });
});

describe("the shipped judge files", () => {
  it("have a name, a sentence and patterns each", () => {
    for (const { tool, does, patterns } of JUDGE_FILES) {
      expect([tool, does].every((text) => text !== "")).toBe(true);
      expect(patterns.length).toBeGreaterThan(0);
    }
    expect(new Set(JUDGE_FILES.map(({ tool }) => tool)).size).toBe(JUDGE_FILES.length);
  });

  it("list each pattern and key once", () => {
    const all = [
      ...JUDGE_FILES.flatMap(({ patterns }) => patterns),
      ...JUDGE_KEYS.flatMap(({ pattern, keys }) => keys.map((key) => `${pattern}#${key}`)),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
