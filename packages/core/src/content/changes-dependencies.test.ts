import { describe, expect, it } from "vitest";
import { changesDependencies, changesMigrations } from "./changes-dependencies.ts";
import type { FileFact } from "./schema.ts";

function change(path: string, fields: Partial<FileFact> = {}): { files: FileFact[] } {
  return {
    files: [
      { ...FILE, path: "README.md" },
      { ...FILE, path, ...fields },
    ],
  };
}

const FILE: FileFact = {
  path: "a",
  status: "modified",
  kind: "file",
  modeChanged: false,
  binary: false,
  generated: false,
  added: 1,
  deleted: 0,
};

describe("changesDependencies", () => {
  it.each([
    "package.json",
    "apps/web/package.json",
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "yarn.lock",
    ".npmrc",
    "requirements.txt",
    "requirements-dev.txt",
    "requirements/base.in",
    "pyproject.toml",
    "poetry.lock",
    "uv.lock",
    "Pipfile",
    "Cargo.toml",
    "Cargo.lock",
    "go.mod",
    "go.sum",
    "pom.xml",
    "app/build.gradle.kts",
    "gradle/libs.versions.toml",
    "Gemfile",
    "acme.gemspec",
    "composer.json",
    "src/Acme.csproj",
    "Directory.Packages.props",
    "packages.lock.json",
    "mix.exs",
    "pubspec.yaml",
    "Package.swift",
    ".gitmodules",
    "PACKAGE.JSON",
  ])("is true for %s", (path) => {
    expect(changesDependencies(change(path))).toBe(true);
  });

  it.each(["src/package.ts", "docs/requirements.md", "src/gemfile.ts", "package.json.bak"])(
    "is false for %s",
    (path) => {
      expect(changesDependencies(change(path))).toBe(false);
    },
  );

  it("is true for a submodule and for a manifest that was moved away", () => {
    expect(changesDependencies(change("lib", { kind: "submodule" }))).toBe(true);
    expect(changesDependencies(change("old.json", { oldPath: "package.json" }))).toBe(true);
  });

  it("is false for an empty change", () => {
    expect(changesDependencies({ files: [] })).toBe(false);
  });
});

describe("changesMigrations", () => {
  it.each([
    "migrations/0001_init.sql",
    "app/migrations/0001_initial.py",
    "prisma/migrations/2024/migration.sql",
    "db/migrate/20240101_users.rb",
    "db/schema.rb",
    "alembic/versions/ab12_users.py",
    "src/main/resources/db/migration/V1__init.sql",
    "sql/V2.1__users.sql",
    "sql/R__views.sql",
    "prisma/schema.prisma",
    "Data/Migrations/Init.cs",
  ])("is true for %s", (path) => {
    expect(changesMigrations(change(path))).toBe(true);
  });

  it.each(["docs/migrations/guide.md", "src/migrate.ts", "src/V1.sql", "src/schema.rb"])(
    "is false for %s",
    (path) => {
      expect(changesMigrations(change(path))).toBe(false);
    },
  );

  it("is true for a migration that was moved away", () => {
    expect(changesMigrations(change("old/1.sql", { oldPath: "migrations/1.sql" }))).toBe(true);
  });
});
