import type { Domain } from "../schema-review.ts";

/** Kinds of code that deserve a closer look, by path. */
export const SHIPPED_DOMAINS: Domain[] = [
  {
    id: "money",
    globs: ["**/{billing,pricing,payment,payments,invoice,invoices,checkout,ledger,tax}/**"],
    risk: 3,
    description: "Code that computes or moves money",
  },
  {
    id: "auth",
    globs: [
      "**/{auth,session,sessions,login,permissions,oauth,sso,acl}/**",
      "**/{auth,session,login,permissions}.*",
    ],
    risk: 3,
    description: "Who may do what",
  },
  {
    id: "cryptography",
    globs: ["**/{crypto,signing,encryption,keys,certificates}/**", "**/*.{pem,crt}"],
    risk: 3,
    description: "Keys, signatures and encryption",
  },
  {
    id: "personal-data",
    globs: ["**/{users,accounts,profiles,customers,privacy,gdpr}/**"],
    risk: 2,
    description: "Data about people",
  },
  {
    id: "migrations",
    globs: ["**/{migrations,migrate}/**", "**/*.sql", "**/schema.prisma"],
    risk: 2,
    description: "Changes of stored data and its shape",
  },
  {
    id: "dependencies",
    globs: [
      "**/{package.json,package-lock.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,.npmrc}",
      "**/{go.mod,go.sum,Cargo.toml,Cargo.lock,pyproject.toml,poetry.lock,uv.lock}",
      "**/{requirements.txt,Gemfile,Gemfile.lock,pom.xml,build.gradle,build.gradle.kts,composer.lock}",
    ],
    risk: 2,
    description: "Code of others that runs with our rights",
  },
  {
    id: "ci",
    globs: [
      ".github/workflows/**",
      ".github/actions/**",
      "{.gitlab-ci.yml,Jenkinsfile,azure-pipelines.yml}",
      ".{circleci,buildkite,husky,gitlab}/**",
      "lefthook.yml",
    ],
    risk: 3,
    description: "Automation that builds, tests and releases",
  },
  {
    id: "infrastructure",
    globs: [
      "**/*.{tf,tfvars}",
      "**/{terraform,helm,k8s,kubernetes,ansible,deploy}/**",
      "**/Dockerfile*",
      "**/{docker-compose,compose}.{yml,yaml}",
    ],
    risk: 2,
    description: "Where and how the product runs",
  },
  {
    id: "agents",
    globs: [
      "**/{AGENTS,CLAUDE,GEMINI}.md",
      ".{claude,codex,gemini,cursor,opencode}/**",
      "**/{.mcp.json,.cursorrules}",
    ],
    risk: 3,
    description: "Instructions and tools of coding agents",
  },
  {
    id: "api",
    globs: ["**/{api,routes,controllers,graphql}/**", "**/*.{proto,graphql}", "**/openapi.*"],
    risk: 1,
    description: "What others call",
  },
  {
    id: "ui",
    globs: ["**/*.{tsx,jsx,vue,svelte,astro,css,scss,less,html}", "**/components/**"],
    risk: 0,
    description: "What people see and touch",
  },
  {
    id: "tests",
    globs: ["**/*.{test,spec}.*", "**/{test,tests,__tests__,e2e}/**"],
    risk: 0,
    description: "What proves that it works",
  },
  {
    id: "docs",
    globs: ["docs/**", "**/*.{md,mdx,rst,adoc,txt}"],
    risk: 0,
    description: "What explains it",
  },
];
