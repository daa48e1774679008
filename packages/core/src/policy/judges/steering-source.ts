import { rememberTexts } from "../../kernel/remember-texts.ts";
import { compileGlobs } from "../glob/glob.ts";

/** An accepted file whose text may name other files that a check runs or loads. */
export type SteeringSource = { path: string; text: string };

type SourceKind = "manifest" | "targets" | "shell" | "settings";

const PATTERNS: Readonly<Record<SourceKind, readonly string[]>> = {
  manifest: ["**/package.json"],
  targets: ["**/{Makefile,makefile,GNUmakefile,*.mk,justfile,Justfile,.justfile}"],
  shell: ["**/*.{sh,bash}"],
  settings: [
    "**/{vitest,vite,jest,ava,playwright,cypress,karma,wdio,stryker}.{config,conf}.*",
    "**/{vitest.workspace,vitest.projects,jest.preset,web-test-runner.config}.*",
    "**/{.mocharc,.nycrc,.c8rc,.jestrc}*",
    "**/{eslint.config.*,.eslintrc*,.oxlintrc.json,biome.json,stylelint.config.*,.stylelintrc*}",
    "**/{pytest.ini,.pytest.ini,conftest.py,pyproject.toml,setup.cfg,tox.ini,tox.toml}",
    "**/{mypy.ini,.mypy.ini,.pylintrc,pylintrc,.flake8}",
  ],
};

const KINDS = (["manifest", "targets", "shell", "settings"] as const).map((kind) => ({
  kind,
  covers: compileGlobs(PATTERNS[kind]),
}));

const isDependency = compileGlobs(["**/{node_modules,vendor,.yarn}/**"]);

/** Returns the kind of a source path. Null for a file that is not searched for names. */
export const sourceKind = rememberTexts({ texts: 10_000, characters: 300 }, (path) => {
  if (isDependency(path)) return null;
  return KINDS.find(({ covers }) => covers(path))?.kind ?? null;
});
