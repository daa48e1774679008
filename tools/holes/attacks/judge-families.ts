import type { Hole } from "../hole.ts";

const JUDGES = "packages/core/src/policy/judges";
const NAMES = "packages/core/src/plan/judge-changes.test.ts";
const REACHED = `${JUDGES}/reached-files.test.ts`;

/** A bug in the shipped list: the files of one tool do not count. */
function forgotten(tool: string, file: string, find: string, replace: string): Hole {
  return {
    id: `judge-files-${tool}`,
    hole: `Files that steer ${tool} are not counted as part of the judge.`,
    edits: [{ file: `${JUDGES}/${file}`, find, replace }],
    tests: [NAMES],
  };
}

/** A bug in following accepted files to those that they name. */
function unfollowed(id: string, hole: string, file: string, find: string, replace: string): Hole {
  return { id, hole, edits: [{ file: `${JUDGES}/${file}`, find, replace }], tests: [REACHED] };
}

/** Bugs of one kind, one for each family of tools: a file that steers its checks is not seen as such. */
export const JUDGE_FAMILIES: readonly Hole[] = [
  forgotten("npm", "node-files.ts", '["**/.npmrc"]', '["npmrc"]'),
  forgotten("pnpm", "node-files.ts", "{pnpm-workspace.yaml,.pnpmfile.cjs,", "{.pnpmfile.cts,"),
  forgotten("yarn", "node-files.ts", ".yarnrc,.yarnrc.yml,", ".yarnrc,"),
  forgotten("vitest", "node-files.ts", "**/{vitest,vite,jest,ava,", "**/{jest,ava,"),
  forgotten("jest", "node-files.ts", "**/{vitest,vite,jest,ava,", "**/{vitest,vite,ava,"),
  forgotten("typescript", "node-files.ts", "{tsconfig,jsconfig}*.json", "{jsconfig,x}*.json"),
  forgotten("eslint", "node-files.ts", "eslint.config.*,.eslintrc*,", "eslint.config.*,"),
  forgotten("pytest", "python-files.ts", "pytest.ini,.pytest.ini,", ""),
  forgotten("conftest", "python-files.ts", ",conftest.py}", "}"),
  forgotten("tox", "python-files.ts", "setup.py,tox.ini,", "setup.py,"),
  forgotten("python-modules", "python-files.ts", "patterns: shadowingModules(),", "patterns: [],"),
  forgotten("python-caches", "python-files.ts", '"**/__pycache__/**", "**/*.{pyc,pyo,pyd}", ', ""),
  forgotten("make", "build-files.ts", "Makefile,makefile,GNUmakefile,", "makefile.in,"),
  forgotten("caches", "build-files.ts", "{*.tsbuildinfo,.eslintcache,", "{.eslintcache,"),
  forgotten("go", "build-files.ts", "go.mod,go.work,", ""),
  forgotten("cargo", "build-files.ts", '      "**/.cargo/**",\n', ""),
  forgotten("gradle", "build-files.ts", "{gradle,buildSrc,.mvn}", "{buildSrc,.mvn}"),
  {
    id: "judge-names-by-case",
    hole: "A judge file in another case is not seen as one where a file system takes it for the same.",
    edits: [
      {
        file: `${JUDGES}/judge-names.ts`,
        find: "const folded = foldPath(path);",
        replace: "const folded = path === path.toUpperCase() ? path : foldPath(path);",
      },
    ],
    project: "attack",
    tests: ["test/attack/judge-files.attack.test.ts"],
  },
  {
    id: "judge-reached-not-read",
    hole: "A script that the accepted manifest starts is the change's own when it judges.",
    edits: [
      {
        file: "packages/engine/src/checks/read-reached.ts",
        find: "if (checks.length === 0 || paths.length === 0) return [];",
        replace: "if (checks.length > 0 || paths.length === 0) return [];",
      },
    ],
    project: "attack",
    tests: ["test/attack/own-judge.attack.test.ts"],
  },
  {
    id: "judge-hides-the-program",
    hole: "The accepted version of the program itself is laid over, so that a broken one passes.",
    edits: [
      {
        file: "packages/engine/src/checks/accepted-sets.ts",
        find: "if (named.length === 0) return [changes];",
        replace: "if (named.length >= 0) return [changes];",
      },
    ],
    project: "attack",
    tests: ["test/attack/own-judge.attack.test.ts"],
  },
  unfollowed(
    "judge-links-not-followed",
    "The target of an accepted link with a judge file's name may be changed freely.",
    "reached-files.ts",
    "linkDoes(name) !== null || covers(name)",
    "covers(name)",
  ),
  unfollowed(
    "judge-scripts-not-followed",
    "A script that another script of the manifest starts is not followed.",
    "follow-command.ts",
    'rules.get(word === "t" ? "test" : word) ?? []',
    "rules.get(word.slice(1)) ?? []",
  ),
  unfollowed(
    "judge-shells-not-followed",
    "What an accepted shell script starts is not followed.",
    "follow-command.ts",
    "shells.get(path) ?? []",
    'shells.get(path === "" ? path : "") ?? []',
  ),
  unfollowed(
    "judge-settings-not-followed",
    "A set-up file that accepted settings load may be changed freely.",
    "follow-command.ts",
    ", ...texts.settings];",
    "];",
  ),
];
