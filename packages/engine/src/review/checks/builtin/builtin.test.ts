import { CountersignError, loadPolicy } from "@countersign/core";
import { afterEach, describe, expect, it } from "vitest";
import type { CheckFinding } from "../findings/check-result.ts";
import { openPlainRepository, type PlainRepository } from "../testing/plain-repository.ts";
import { type BuiltinCheck, runBuiltin } from "./builtin.ts";

const open: PlainRepository[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((repository) => repository.remove()));
});

const loaded = loadPolicy({});
if (!loaded.ok) throw new Error("The empty policy is refused");
const { policy } = loaded;

type Files = Parameters<PlainRepository["commit"]>[0];

async function check(id: BuiltinCheck, before: Files, after: Files, message?: string) {
  const repository = await openPlainRepository();
  open.push(repository);
  await repository.commit(before);
  await repository.commit(after, message);
  const result = await runBuiltin(id, {
    mirror: repository.mirror,
    content: await repository.content(),
    policy,
  });
  if ("noResult" in result) throw new Error(result.noResult);
  return result;
}

const short = ({ severity, file, line }: CheckFinding): string =>
  `${severity} ${file}:${line ?? 0}`;
const TOKEN = `ghp_${"a1B2c3".repeat(6)}`;
const OTHER_BINARY = Buffer.alloc(500, Buffer.from([0, 200, 3]));
const MOVED = Buffer.alloc(900, Buffer.from([0, 100, 7]));
const BINARY = Buffer.from([0x89, 0x50, 0, 1, 2, 255, 10, 0, 7]);

describe("integrity", () => {
  it("approves a change that can be read", async () => {
    const result = await check(
      "integrity",
      { "a.ts": "one\ntwo\n" },
      { "a.ts": "one\n👩‍💻 zwei\n", "b/ü.ts": "\tnew\r\n" },
    );

    expect(result).toMatchObject({ opinion: "approved", findings: [], sandboxed: true });
    expect(result.summary).toBe("No findings in 2 files.");
  });

  it("finds hidden text in added lines, by number, worst first", async () => {
    const { opinion, findings } = await check(
      "integrity",
      { "a.ts": `1\n2\n\u{200B}old\n4\n5\n6\n7\n8\n9\n` },
      { "a.ts": `1\nif (x\u{202E}) {\u{200B}\n\u{200B}old\n4\n5\n6\n7\n8\n9\n++ \u{1B}[2K\n` },
    );

    expect(opinion).toBe("concerns");
    expect(findings).toEqual([
      {
        severity: "critical",
        category: "integrity",
        file: "a.ts",
        line: 2,
        quote: "if (x\\u202e) {\\u200b",
        message:
          "The line has text that runs in another direction than it reads: U+202E at column 6, U+200B at column 10.",
        recommendation: "Write what is meant in characters that can be seen.",
      },
      expect.objectContaining({
        severity: "major",
        line: 10,
        message: "The line has control characters: U+001B at column 4.",
      }),
    ]);
  });

  it("does not mind hidden text that was there before, or goes", async () => {
    const before = { "a.ts": "\u{202E}\n2\n3\n", "b.ts": "\u{202E}\n" };

    expect(
      (await check("integrity", before, { "a.ts": "\u{202E}\n2\n", "b.ts": null })).opinion,
    ).toBe("approved");
  });

  it("finds hidden characters in the name of a file and shows them", async () => {
    const name = "invoice\u{202E}gnp.ts";

    expect((await check("integrity", { a: "1" }, { [name]: "x\n" })).findings).toEqual([
      expect.objectContaining({
        severity: "critical",
        file: name,
        message:
          "The name of the file has text that runs in another direction than it reads: invoice\\u202egnp.ts",
      }),
    ]);
  });

  it("lists what a diff cannot show; what nobody can have read weighs more", async () => {
    const { findings } = await check(
      "integrity",
      { "tool.sh": "x\n", "old.bin": OTHER_BINARY, "moved.bin": MOVED, "keep.txt": "x\n" },
      {
        "tool.sh": { executable: "x\n" },
        "old.bin": null,
        "moved.bin": null,
        "here.bin": MOVED,
        "logo.png": BINARY,
        "data.bin": BINARY,
        "text-with-nul.ts": "export const a = 1;\0\n",
        inside: { link: "docs/../keep.txt" },
        "docs/up": { link: "../keep.txt" },
        outside: { link: "../../etc/passwd" },
        absolute: { link: "/etc/passwd" },
      },
    );

    expect(findings.map(short).toSorted()).toEqual([
      "major absolute:0",
      "major data.bin:0",
      "major outside:0",
      "major text-with-nul.ts:0",
      "warning docs/up:0",
      "warning here.bin:0",
      "warning inside:0",
      "warning logo.png:0",
      "warning old.bin:0",
      "warning tool.sh:0",
    ]);
    const messages = findings.map(({ message }) => message);
    expect(messages).toContain("The mode changes from 100644 to 100755.");
    expect(messages).toContain("A symbolic link leads to /etc/passwd.");
    expect(messages).toContain("Binary content is removed.");
  });

  it("lists a submodule", async () => {
    const repository = await openPlainRepository();
    open.push(repository);
    const { commit } = await repository.commit({ a: "1\n" });
    await repository.git("update-index", "--add", "--cacheinfo", `160000,${commit},vendor/lib`);
    await repository.git("commit", "--quiet", "-m", "Add a submodule");

    const { mirror } = repository;
    const result = await runBuiltin("integrity", {
      mirror,
      content: await repository.content(),
      policy,
    });

    expect(result).toMatchObject({
      opinion: "blocker",
      findings: [{ severity: "major", file: "vendor/lib" }],
    });
  });

  it("lists what the diff left out", async () => {
    const repository = await openPlainRepository();
    open.push(repository);
    await repository.commit({ a: "1\n" });
    await repository.commit({ "huge.sql": "x\n" });
    const content = await repository.content();
    const zero = "0".repeat(40);
    const unshown = [
      {
        path: "huge.sql",
        oldMode: "000000",
        newMode: "100644",
        oldId: zero,
        newId: zero,
        why: "too_large" as const,
      },
    ];
    const showDiff = async () => ({ patch: Buffer.alloc(0), files: [], unshown });

    const result = await runBuiltin("integrity", {
      mirror: { ...repository.mirror, showDiff },
      content,
      policy,
    });

    expect(result).toMatchObject({
      findings: [
        {
          severity: "major",
          file: "huge.sql",
          message: "Content too large to be shown was added or changed.",
        },
      ],
      summary:
        "A person must open huge.sql: the diff cannot show the content. 1 finding in 0 files. Too large to read: 1.",
    });
  });

  it("warns of text that is not UTF-8, once for a file", async () => {
    const latin = Buffer.from("gr\xfc\xdfe\nund gr\xfc\xdfe\n", "latin1");

    expect((await check("integrity", { a: "1" }, { "a.txt": latin })).findings).toEqual([
      expect.objectContaining({ severity: "warning", file: "a.txt", line: 1 }),
    ]);
  });

  it("says so when there is too much to list", async () => {
    const lines = "\u{200B}\n".repeat(500);
    const { findings } = await check("integrity", { a: "1" }, { "a.ts": `${lines}\u{202E}\n` });

    expect(findings).toHaveLength(200);
    expect(findings[0]).toMatchObject({ severity: "critical", line: 501 });
    expect(findings.at(-1)).toEqual({
      severity: "critical",
      category: "integrity",
      message: "There are 302 more findings of this kind.",
    });
  });
});

describe("secrets", () => {
  it("finds a credential in an added line and never repeats it", async () => {
    const result = await check(
      "secrets",
      { "a.ts": "1\n2\n" },
      { "a.ts": `1\nconst token = "${TOKEN}";\n2\n` },
    );

    expect(result).toMatchObject({
      opinion: "concerns",
      findings: [
        {
          severity: "critical",
          category: "secrets",
          file: "a.ts",
          line: 2,
          quote: 'const token = "[GitHub token]";',
          message: "The line holds what looks like a credential: GitHub token.",
        },
      ],
    });
    expect(JSON.stringify(result)).not.toContain(TOKEN.slice(4, 16));
  });

  it("finds one in a file that pretends to be binary, and in a commit's message", async () => {
    const { findings } = await check(
      "secrets",
      { a: "1" },
      { b: `\0\n${TOKEN}\n` },
      `Use ${TOKEN}`,
    );

    expect(findings.map(({ file }) => file)).toEqual(["b", undefined]);
    expect(JSON.stringify(findings)).not.toContain(TOKEN.slice(4, 16));
  });

  it("does not mind what was there before, or goes", async () => {
    const before = { "a.ts": `${TOKEN}\n2\n`, "b.ts": `${TOKEN}\n` };
    const { opinion } = await check("secrets", before, { "a.ts": `${TOKEN}\n3\n`, "b.ts": null });

    expect(opinion).toBe("approved");
  });
});

it("a moved file is read for what changed in it, not for what moved", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `const a${at} = ${at};`).join("\n");
  const { findings } = await check(
    "leftovers",
    { "src/old.ts": `// TODO: one\n${lines}\n`, "src/keep.ts": "1\n" },
    { "src/old.ts": null, "src/new.ts": `// TODO: one\n${lines}\n// TODO: two\n` },
  );

  expect(findings.map(({ file, line, quote }) => [file, line, quote])).toEqual([
    ["src/new.ts", 32, "// TODO: two"],
  ]);
});

it("a change that the mirror cannot read has no result", async () => {
  const repository = await openPlainRepository();
  open.push(repository);
  await repository.commit({ a: "1" });
  const showDiff = async () => {
    throw new CountersignError("too_large", "The change is too large.");
  };

  const mirror = { ...repository.mirror, showDiff };
  expect(
    await runBuiltin("secrets", { mirror, content: await repository.content(), policy }),
  ).toEqual({
    noResult: "The change is too large.",
  });
});
