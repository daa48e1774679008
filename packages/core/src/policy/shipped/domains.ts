import type { Domain } from "../schema-review.ts";

/** Kinds of code that need more scrutiny, by path. */
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
    description: "Authentication and access control",
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
    description: "Changes to stored data and its schema",
  },
  {
    id: "dependencies",
    globs: [
      "**/{package.json,package-lock.json,pnpm-lock.yaml,yarn.lock,bun.lock,bun.lockb,.npmrc}",
      "**/{go.mod,go.sum,Cargo.toml,Cargo.lock,pyproject.toml,poetry.lock,uv.lock}",
      "**/{requirements.txt,Gemfile,Gemfile.lock,pom.xml,build.gradle,build.gradle.kts,composer.lock}",
    ],
    risk: 2,
    description: "Third-party code that runs with the permissions of the project",
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
    description: "Deployment and runtime environment",
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
    description: "Interfaces that other code calls",
  },
  {
    id: "ui",
    globs: ["**/*.{tsx,jsx,vue,svelte,astro,css,scss,less,html}", "**/components/**"],
    risk: 0,
    description: "User interface",
  },
  {
    id: "tests",
    globs: ["**/*.{test,spec}.*", "**/{test,tests,__tests__,e2e}/**"],
    risk: 0,
    description: "Tests",
  },
  {
    id: "docs",
    globs: ["docs/**", "**/*.{md,mdx,rst,adoc,txt}"],
    risk: 0,
    description: "Documentation",
  },
];
