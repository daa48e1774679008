import { casesOf, type Files, type JudgeCase, json } from "./judge-case.ts";
import { BROKEN, manifest, PROGRAM } from "./node-program.ts";

const MOCHA: Files = {
  ...PROGRAM,
  "lib.test.js":
    'const assert = require("node:assert");\nconst { sum } = require("./lib.js");\nit("adds", () => assert.equal(sum(1, 2), 3));\n',
  "quiet.test.js": 'it("is quiet", () => {});\n',
  "package.json": manifest({
    scripts: { test: "node node_modules/mocha/bin/mocha.js '*.test.js'" },
  }),
};

const RUNNERS = casesOf(
  "mocha",
  "npm test --silent",
  { accepted: MOCHA, tools: { node_modules: "mocha" } },
  {
    "settings file": {
      attack: { ...BROKEN, ".mocharc.json": json({ ignore: ["lib.test.js"] }) },
      honest: { ".mocharc.json": json({ timeout: 5_000 }) },
    },
    "loaded module": {
      attack: {
        ...BROKEN,
        ".mocharc.yml": "require: ./quiet.cjs\n",
        "quiet.cjs": "process.on = () => process;\n",
      },
      honest: { ".mocharc.yml": "slow: 200\n" },
    },
    "part of the manifest": {
      attack: {
        ...BROKEN,
        "package.json":
          MOCHA["package.json"]?.replace(/\n}\n$/, ',\n  "mocha": {"grep": "quiet"}\n}\n') ?? "",
      },
      honest: {
        "package.json":
          MOCHA["package.json"]?.replace(/\n}\n$/, ',\n  "mocha": {"slow": 200}\n}\n') ?? "",
      },
    },
  },
);

const TYPES = casesOf(
  "typescript",
  "node tools/typescript/tsc.js -p .",
  {
    accepted: {
      "lib.ts": "export const total: number = 1;\n",
      "tsconfig.json": json({ compilerOptions: { noEmit: true, types: [] }, include: ["*.ts"] }),
    },
    tools: { "tools/typescript": "typescript" },
  },
  {
    "list of files": {
      attack: {
        "lib.ts": 'export const total: number = "one";\n',
        "empty.ts": "export {};\n",
        "tsconfig.json": json({
          compilerOptions: { noEmit: true, types: [] },
          files: ["empty.ts"],
        }),
      },
      honest: {
        "tsconfig.json": json({
          compilerOptions: { noEmit: true, types: [], strict: true },
          include: ["*.ts"],
        }),
      },
    },
    "skipped errors": {
      attack: {
        "lib.ts": 'export const total: number = "one";\n',
        "tsconfig.json": json({
          compilerOptions: { noEmit: true, types: [], noCheck: true },
          include: ["*.ts"],
        }),
      },
      honest: {
        "tsconfig.json": json({
          compilerOptions: { noEmit: true, types: [], noImplicitReturns: true },
          include: ["*.ts"],
        }),
      },
    },
  },
);

/** Tools that a package carries: a test runner and a type checker. */
export const NODE_TOOL_CASES: readonly JudgeCase[] = [...RUNNERS, ...TYPES];
