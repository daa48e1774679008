import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const STARTS_GIT = "packages/adapters/src/git/program/run-git.ts";
const SPAWNER = ["spawner-script.ts", "spawner.ts"].map(
  (name) => `packages/adapters/src/git/program/${name}`,
);
const FINDS_GIT = "packages/adapters/src/git/program/git-settings.ts";

const SOURCES = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
  (path) => !/\.test\.tsx?$|\/testing\//.test(path),
);

/** Ways to start a process, by module or by name. */
const STARTS = /child_process|\bexeca\b|node-pty|\bBun\.spawn|zx["']|worker_threads/;

/** Git as a program: as a word of its own in a text, or at the end of a path. */
const GIT_PROGRAM = /["'`](?:[^"'`\n]*\/)?git(?:\.exe)?["'`]|["'`]git [a-z-]+/;

const LIBRARIES = /["'](?:simple-git|isomorphic-git|nodegit|dugite|gitlog)["']/;

it("looks at the sources of every package", () => {
  expect(SOURCES).toContain(STARTS_GIT);
  expect(SOURCES.length).toBeGreaterThan(100);
});

it("no other module starts git", () => {
  const others = SOURCES.filter((path) => ![STARTS_GIT, FINDS_GIT].includes(path));
  const suspects = others.filter((path) => {
    const text = readFileSync(`${ROOT}/${path}`, "utf8");
    return LIBRARIES.test(text) || (STARTS.test(text) && GIT_PROGRAM.test(text));
  });
  expect(suspects).toEqual([]);
});

it("in this folder git is started by one file and a spawner that knows nothing of git", () => {
  const starters = SOURCES.filter((path) => path.startsWith("packages/adapters/src/git/")).filter(
    (path) => STARTS.test(readFileSync(`${ROOT}/${path}`, "utf8")),
  );
  expect(starters.toSorted()).toEqual([STARTS_GIT, ...SPAWNER]);
});
