import { describe, expect, it } from "vitest";
import { findingsIn, rulesAndLines } from "../testing/findings-in.ts";
import type { SketchedFile } from "../testing/sketch-change.ts";

const found = async (...files: SketchedFile[]) =>
  rulesAndLines(await findingsIn("dependency-changes", files));

const manifest = (line: string, before = '  "vue": "^3.1.0",'): SketchedFile => ({
  path: "package.json",
  before: `{\n${before}\n}\n`,
  after: `{\n${before}\n${line}\n}\n`,
});
const lock: SketchedFile = { path: "package-lock.json", before: "1\n", after: "2\n" };

describe("dependency changes", () => {
  it.each([
    ["package.json", '    "left-pad": "^1.3.0",'],
    ["package.json", '    "@acme/pad": "1.3.0"'],
    ["Cargo.toml", 'serde = "1.0"'],
    ["Cargo.toml", 'serde = { version = "1.0", features = ["derive"] }'],
    ["pyproject.toml", '    "httpx>=0.27",'],
    ["pyproject.toml", 'httpx = "^0.27"'],
    ["requirements.txt", "httpx==0.27.0"],
    ["requirements-dev.txt", "httpx[http2]>=0.27"],
    ["go.mod", "	github.com/acme/pad v1.3.0"],
    ["Gemfile", 'gem "pad", "~> 1.3"'],
    ["pom.xml", "      <artifactId>pad</artifactId>"],
    ["build.gradle", '    implementation "com.acme:pad:1.3"'],
    ["build.gradle.kts", '    testImplementation("com.acme:pad:1.3")'],
  ])("of %s are named: %s", async (path, line) => {
    const all = await found({ path, before: "x\n", after: `x\n${line}\n` });

    expect(all.filter((rule) => rule !== "dc-lock-01")).toEqual(["dc-new-01:2"]);
  });

  it.each([
    ["package.json", '  "version": "1.2.0",'],
    ["package.json", '  "build": "tsc -b",'],
    ["Cargo.toml", 'edition = "2024"'],
    ["requirements.txt", "# httpx==0.27.0"],
    ["go.mod", "go 1.25"],
    ["src/package.ts", '"left-pad": "^1.3.0"'],
  ])("of %s are not taken for more than they are: %s", async (path, line) => {
    expect(await found({ path, before: "x\n", after: `x\n${line}\n` })).toEqual([]);
  });

  it("that raise a version bring nothing new", async () => {
    const raised = {
      path: "package.json",
      before: '"vue": "^3.1.0"\n',
      after: '"vue": "^3.2.0"\n',
    };

    expect(await found(raised, lock)).toEqual([]);
  });

  it("need their lock file, and a lock file its manifest", async () => {
    expect(await found(manifest('  "pad": "1.0.0"'))).toEqual(["dc-lock-01", "dc-new-01:3"]);
    expect(await found(manifest('  "pad": "1.0.0"'), lock)).toEqual(["dc-new-01:3"]);
    expect(await found(lock)).toEqual(["dc-lock-02"]);
  });

  it.each([
    ['  "pad": "git+https://example.com/pad.git"', "dc-git-01"],
    ['  "pad": "github:acme/pad"', "dc-git-01"],
    ['  "pad": "acme/pad#main"', "dc-git-01"],
    ['  "pad": "https://example.com/pad.tgz"', "dc-source-01"],
  ])("from elsewhere are found: %s", async (line, rule) => {
    expect(await found(manifest(line), lock)).toContain(`${rule}:3`);
  });

  it.each([
    ["package.json", '    "postinstall": "node fetch.js"', "dc-script-01"],
    ["package-lock.json", '      "hasInstallScript": true,', "dc-script-01"],
    ["package-lock.json", '      "resolved": "https://example.com/pad.tgz",', "dc-source-01"],
    [".npmrc", "registry=https://example.com/", "dc-source-01"],
    ["pip.conf", "extra-index-url = https://example.com/", "dc-source-01"],
    ["Cargo.toml", 'pad = { git = "https://example.com/pad" }', "dc-git-01"],
    ["Gemfile", "gem 'pad', git: 'https://example.com/pad'", "dc-git-01"],
  ])("that run scripts or move the source are found in %s: %s", async (path, line, rule) => {
    expect(await found({ path, before: "x\n", after: `x\n${line}\n` })).toContain(`${rule}:2`);
  });

  it("mind one package from elsewhere", async () => {
    const from = (host: string, name: string) =>
      `"resolved": "https://${host}/${name}/-/${name}-1.0.0.tgz"`;
    const after = ["a", "b", "c"].map((name) => from("packages.example.com", name));

    expect(
      await found({
        path: "package-lock.json",
        before: "",
        after: `${[...after, from("evil.example", "d")].join("\n")}\n`,
      }),
    ).toContain("dc-source-01:4");
  });

  it("know a program of a package in a lock file from a repository", async () => {
    const after = '"bin": {\n  "pad": "bin/pad.js"\n}\n';
    expect(await found({ path: "package-lock.json", before: "", after })).toEqual(["dc-lock-02"]);
    const git = '"resolved": "git+ssh://git@example.com/acme/pad.git#0123456"\n';
    expect(await found({ path: "package-lock.json", before: "", after: git })).toContain(
      "dc-git-01:1",
    );
  });

  it("do not mind the usual registry", async () => {
    const resolved = '"resolved": "https://packages.example.com/pad/-/pad-1.0.0.tgz"';

    expect(await found(manifest('  "pad": "1.0.0"'), { ...lock, after: `${resolved}\n` })).toEqual([
      "dc-new-01:3",
    ]);
  });
});
