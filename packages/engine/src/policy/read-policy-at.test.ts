import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { PolicyFiles } from "./read-policy.ts";
import { readPolicyAt } from "./read-policy-at.ts";

const OWN = JSON.stringify({ version: 1, people: { owner: ["ana"] } });

/** Trees of a repository, by the commit's name. */
function repositoryOf(commits: Readonly<Record<string, Readonly<Record<string, string>>>>) {
  const reads: string[] = [];
  const blobOf = (text: string) => createHash("sha1").update(text).digest("hex");
  const texts = Object.values(commits).flatMap((files) => Object.values(files));
  const byBlob = new Map(texts.map((text) => [blobOf(text), Buffer.from(text)]));
  const source: PolicyFiles = {
    findFiles: async (_, commit, paths) =>
      new Map(
        paths.flatMap((path): [string, string][] => {
          const text = commits[commit]?.[path];
          return text === undefined ? [] : [[path, blobOf(text)]];
        }),
      ),
    readBlob: async (_, id) => {
      reads.push(id);
      const bytes = byBlob.get(id) ?? Buffer.alloc(0);
      return { size: bytes.length, bytes };
    },
    readFile: async (_, commit, path) => {
      const text = commits[commit]?.[path];
      const bytes = Buffer.from(text ?? "");
      return text === undefined ? null : { size: bytes.length, bytes };
    },
  };
  return { source, reads, blobOf };
}

it("lists the files with fixed names and those that the policy names", async () => {
  const main = JSON.stringify({ version: 1, extends: "./base/policy.json" });
  const { source, blobOf } = repositoryOf({
    one: { "countersign.json": main, "base/policy.json": OWN, "package.json": "{}", other: "" },
  });
  const { loaded, files } = await readPolicyAt(source, "shop", "one");
  expect(loaded.ok).toBe(true);
  expect(files).toEqual([
    { path: "base/policy.json", blob: blobOf(OWN) },
    { path: "countersign.json", blob: blobOf(main) },
    { path: "package.json", blob: blobOf("{}") },
  ]);
});

it("reads a policy again if a file that it names changed, and only then", async () => {
  const main = JSON.stringify({ version: 1, extends: "base.json" });
  const other = OWN.replace("ana", "ben");
  const { source, reads } = repositoryOf({
    one: { "countersign.json": main, "base.json": OWN },
    same: { "countersign.json": main, "base.json": OWN, unrelated: "x" },
    changed: { "countersign.json": main, "base.json": other },
  });
  const ownerAt = async (commit: string) => {
    const { loaded } = await readPolicyAt(source, "shop", commit);
    return loaded.ok ? loaded.policy.people.owner : null;
  };
  expect(await ownerAt("one")).toEqual(["ana"]);
  const first = reads.length;
  expect(await ownerAt("same")).toEqual(["ana"]);
  expect(reads).toHaveLength(first);
  expect(await ownerAt("changed")).toEqual(["ben"]);
  expect(await ownerAt("one")).toEqual(["ana"]);
});

it("lists the files with fixed names of a policy that cannot be read", async () => {
  const { source, blobOf } = repositoryOf({ one: { "countersign.json": "[]" } });
  const { loaded, files } = await readPolicyAt(source, "shop", "one");
  expect(loaded.ok).toBe(false);
  expect(files).toEqual([{ path: "countersign.json", blob: blobOf("[]") }]);
});
