import type { JudgeGroup } from "./judge-group.ts";

/** JavaScript and TypeScript: package managers, test runners, linters, type checkers, bundlers. */
export const NODE_FILES: readonly JudgeGroup[] = [
  { tool: "npm", does: "sets how npm and pnpm run scripts", patterns: ["**/.npmrc"] },
  {
    tool: "pnpm",
    does: "sets how pnpm installs and runs scripts",
    patterns: ["**/{pnpm-workspace.yaml,.pnpmfile.cjs,.pnpmfile.mjs}"],
  },
  {
    tool: "yarn",
    does: "sets how Yarn installs and runs scripts",
    patterns: ["**/{.yarnrc,.yarnrc.yml,yarn.config.cjs,.pnp.cjs,.pnp.loader.mjs}", "**/.yarn/**"],
  },
  {
    tool: "bun and deno",
    does: "sets how the runtime runs scripts and tests",
    patterns: ["**/{bunfig.toml,deno.json,deno.jsonc}"],
  },
  {
    tool: "committed dependencies",
    does: "is a committed dependency that a check may run",
    patterns: ["**/node_modules/**"],
  },
  {
    tool: "workspaces",
    does: "sets which packages and scripts run",
    patterns: ["**/{turbo.json,turbo.jsonc,nx.json,project.json,lerna.json,rush.json}"],
  },
  {
    tool: "tool versions",
    does: "sets which version of a tool runs",
    patterns: ["**/{.nvmrc,.node-version,.tool-versions,mise.toml,.mise.toml}"],
  },
  {
    tool: "test runners",
    does: "sets which tests run and how",
    patterns: [
      "**/{vitest,vite,jest,ava,playwright,cypress,karma,wdio,tap,stryker,nightwatch}.{config,conf}.*",
      "**/{vitest.config,vite.config,jest.config,karma.conf}",
      "**/{vitest.workspace,vitest.projects,jest.preset,jest.setup,web-test-runner.config}.*",
      "**/{.mocharc,.nycrc,.c8rc,.taprc,.jestrc,.jasmine}*",
      "**/{jasmine,cypress}.json",
    ],
  },
  {
    tool: "linters",
    does: "sets what a linter looks at",
    patterns: [
      "**/{eslint.config.*,.eslintrc*,.eslintignore,.oxlintrc.json,oxlint.json,tslint.json}",
      "**/{biome.json,biome.jsonc,.biome.json,rome.json,dprint.json,.dprint.json,.editorconfig}",
      "**/{prettier.config.*,.prettierrc*,.prettierignore,.xo-config*,.jshintrc,.jscsrc}",
      "**/{stylelint.config.*,.stylelintrc*,.stylelintignore,.markdownlint*,.remarkrc*}",
      "**/{commitlint.config.*,.commitlintrc*,.lintstagedrc*,lint-staged.config.*}",
      "**/{knip.json,knip.jsonc,knip.ts,knip.js,cspell.json,.cspell.json,.size-limit*}",
    ],
  },
  {
    tool: "type checkers and bundlers",
    does: "sets what is compiled and type-checked",
    patterns: [
      "**/{tsconfig,jsconfig}*.json",
      "**/{.babelrc*,babel.config.*,.swcrc,tsup.config.*,webpack.config.*,rollup.config.*}",
      "**/{next,nuxt,svelte,astro,esbuild,rspack,rsbuild,metro,gulpfile,gruntfile}.config.*",
      "**/{gulpfile,Gruntfile,Gulpfile,gruntfile}.*",
    ],
  },
];
