import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets, redactSecrets } from "@countersign/core";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../../../..");
const COUNT = 10_000;
const MAX_ALARMS = 5;
const LONGEST = 20_000;
const WORDS_PER_FILE = 100;

/** Files of other people's packages that somebody minified or bundled. */
function minifiedFiles(): string[] {
  const modules = join(ROOT, "node_modules");
  const names = readdirSync(modules, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) =>
      /(?:\.min\.(?:js|mjs|css)|\.(?:js|css)\.map|dist\/.*\.(?:js|cjs))$/.test(name),
    )
    .toSorted()
    .map((name) => join(modules, name));
}

/** The words of minified files that are long enough for a token, evenly over the files. */
function minifiedStrings(files: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(files.length / count));
  const strings = new Set<string>();
  for (let at = 0; at < files.length && strings.size < count; at += step) {
    const text = readFileSync(files[at] ?? "", "utf8");
    const words = text.match(/[^\s"'`,;(){}]{20,400}/g) ?? [];
    for (const word of words.slice(0, WORDS_PER_FILE)) strings.add(word);
  }
  return [...strings].slice(0, count);
}

/** The hashes and addresses of the lockfile. */
function lockfileStrings(): string[] {
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  return [...new Set(lock.match(/"[^"\s]{20,}"/g) ?? [])];
}

/** Ids of git's objects, UUIDs, hashes in other writings, and pictures in addresses, of real files. */
function derivedStrings(files: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const bytes = readFileSync(files[(at * 7) % files.length] ?? "").subarray(at, at + LONGEST);
    const hash = (kind: string) => createHash(kind).update(`blob ${bytes.length}\0`).update(bytes);
    const id = hash("sha1").digest("hex");
    const forms = [
      id,
      `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-a${id.slice(17, 20)}-${id.slice(20, 32)}`,
      hash("sha256").digest("hex"),
      `sha512-${hash("sha512").digest("base64")}`,
      hash("sha256").digest("base64url"),
      `data:image/png;base64,${bytes.toString("base64")}`,
    ];
    return forms[at % forms.length] ?? id;
  });
}

describe("strings that are no credentials", () => {
  it("raise at most 5 alarms in 10,000", async ({ annotate }) => {
    const files = minifiedFiles();
    const lockfile = lockfileStrings();
    const derived = derivedStrings(files, 1_800);
    const minified = minifiedStrings(files, COUNT - lockfile.length - derived.length);
    const strings = [...lockfile, ...derived, ...minified];

    const alarms = strings.filter((text) => findSecrets(text).length > 0);

    await annotate(`${alarms.length} alarms in ${strings.length} harmless strings`);
    const shown = alarms.map((text) => redactSecrets(text).slice(0, 200)).join("\n");
    expect([lockfile, derived, minified].map(({ length }) => length > 1_000)).toEqual([
      true,
      true,
      true,
    ]);
    expect(strings).toHaveLength(COUNT);
    expect(alarms.length, shown).toBeLessThanOrEqual(MAX_ALARMS);
  });
});
