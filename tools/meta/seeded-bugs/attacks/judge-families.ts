import type { SeededBug } from "../seeded-bug.ts";

const NAMES = "packages/core/src/plan/guard/judge-changes.test.ts";
const REACHED = "packages/core/src/policy/judges/reached-files.test.ts";

/** Creates a bug in the shipped list: the files of one tool do not count. */
function forgotten(tool: string, name: string, code: string, becomes: string): SeededBug {
  return {
    id: `judge-files-${tool}`,
    bug: `Files that steer ${tool} are not counted as part of the judge.`,
    edits: [{ in: `core/${name}`, code, becomes }],
    tests: [NAMES],
  };
}

/** Creates a bug in following accepted files to the files that they name. */
function unfollowed(
  id: string,
  bug: string,
  name: string,
  code: string,
  becomes: string,
): SeededBug {
  return { id, bug, edits: [{ in: `core/${name}`, code, becomes }], tests: [REACHED] };
}

/** Bugs of one kind, one for each family of tools: a file that steers its checks is not seen as such. */
export const JUDGE_FAMILIES: readonly SeededBug[] = [
  forgotten("npm", "NODE_FILES", '["**/.npmrc"]', '["npmrc"]'),
  forgotten("pnpm", "NODE_FILES", "{pnpm-workspace.yaml,.pnpmfile.cjs,", "{.pnpmfile.cts,"),
  forgotten("yarn", "NODE_FILES", ".yarnrc,.yarnrc.yml,", ".yarnrc,"),
  forgotten("vitest", "NODE_FILES", "**/{vitest,vite,jest,ava,", "**/{jest,ava,"),
  forgotten("jest", "NODE_FILES", "**/{vitest,vite,jest,ava,", "**/{vitest,vite,ava,"),
  forgotten("typescript", "NODE_FILES", "{tsconfig,jsconfig}*.json", "{jsconfig,x}*.json"),
  forgotten("eslint", "NODE_FILES", "eslint.config.*,.eslintrc*,", "eslint.config.*,"),
  forgotten("pytest", "PYTHON_FILES", "pytest.ini,.pytest.ini,", ""),
  forgotten("conftest", "PYTHON_FILES", ",conftest.py}", "}"),
  forgotten("tox", "PYTHON_FILES", "setup.py,tox.ini,", "setup.py,"),
  forgotten("python-modules", "PYTHON_FILES", "patterns: shadowingModules(),", "patterns: [],"),
  forgotten("python-caches", "PYTHON_FILES", '"**/__pycache__/**", "**/*.{pyc,pyo,pyd}", ', ""),
  forgotten("make", "BUILD_FILES", "Makefile,makefile,GNUmakefile,", "makefile.in,"),
  forgotten("caches", "BUILD_FILES", "{*.tsbuildinfo,.eslintcache,", "{.eslintcache,"),
  forgotten("go", "BUILD_FILES", "go.mod,go.work,", ""),
  forgotten("cargo", "BUILD_FILES", '      "**/.cargo/**",\n', ""),
  forgotten("gradle", "BUILD_FILES", "{gradle,buildSrc,.mvn}", "{buildSrc,.mvn}"),
  {
    id: "judge-names-by-case",
    bug: "A judge file in another case is not seen as one where a file system takes it for the same.",
    edits: [
      {
        in: "core/fileDoes",
        code: "const folded = foldPath(path);",
        becomes: "const folded = path === path.toUpperCase() ? path : foldPath(path);",
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-reached-not-read",
    bug: "A script that the accepted manifest starts is the change's own when it judges.",
    edits: [
      {
        in: "engine/readReached",
        code: "if (checks.length === 0 || paths.length === 0) return [];",
        becomes: "if (checks.length > 0 || paths.length === 0) return [];",
      },
    ],
    project: "attack",
    tests: ["test/attack/own-judge.attack.test.ts"],
  },
  {
    id: "judge-hides-the-program",
    bug: "The accepted version of the program itself is laid over, so that a broken one passes.",
    edits: [
      {
        in: "engine/acceptedSets",
        code: "if (named.length === 0) return [changes];",
        becomes: "if (named.length >= 0) return [changes];",
      },
    ],
    project: "attack",
    tests: ["test/attack/own-judge.attack.test.ts"],
  },
  unfollowed(
    "judge-links-not-followed",
    "The target of an accepted link with a judge file's name may be changed freely.",
    "throughLinks",
    "linkDoes(name) !== null || covers(name)",
    "covers(name)",
  ),
  unfollowed(
    "judge-scripts-not-followed",
    "A script that another script of the manifest starts is not followed.",
    "startedBy",
    'rules.get(word === "t" ? "test" : word) ?? []',
    "rules.get(word.slice(1)) ?? []",
  ),
  unfollowed(
    "judge-shells-not-followed",
    "What an accepted shell script starts is not followed.",
    "startedBy",
    "shells.get(path) ?? []",
    'shells.get(path === "" ? path : "") ?? []',
  ),
  unfollowed(
    "judge-settings-not-followed",
    "A set-up file that accepted settings load may be changed freely.",
    "followCommand",
    ", ...texts.settings];",
    "];",
  ),
];
