import { loadPolicy } from "@countersign/core";
import { expect, it, onTestFinished } from "vitest";
import { runBuiltin } from "./builtin/builtin.ts";
import { openPlainRepository, type PlainRepository } from "./testing/plain-repository.ts";

const loaded = loadPolicy({});
if (!loaded.ok) throw new Error("The empty policy is refused");
const { policy } = loaded;
const BINARY = Buffer.from([0x89, 0x50, 0, 1, 2, 255, 10, 0, 7]);

async function look(files: Parameters<PlainRepository["commit"]>[0]) {
  const repository = await openPlainRepository();
  onTestFinished(() => repository.remove());
  await repository.commit({ a: "1\n" });
  await repository.commit(files);
  const { mirror } = repository;
  const result = await runBuiltin("integrity", {
    mirror,
    content: await repository.content(),
    policy,
  });
  if ("noResult" in result) throw new Error(result.noResult);
  return result;
}

it("leaves an unexpected binary file to a person, and a picture to the diff", async () => {
  const one = await look({ "data.bin": BINARY, "logo.png": BINARY });
  expect(one.opinion).toBe("blocker");
  expect(one.summary).toBe(
    "A person must open data.bin: the diff cannot show the content. 2 findings in 2 files.",
  );
  expect(one.findings.find(({ file }) => file === "data.bin")).toEqual({
    severity: "major",
    category: "integrity",
    file: "data.bin",
    message: "Binary content cannot be shown in the diff.",
    recommendation: "Open it, then set this answer aside, or send the change back.",
  });

  expect((await look({ "logo.png": BINARY })).opinion).toBe("concerns");
});

it("names a file once whose content is binary and too large", async () => {
  const { findings } = await look({ "huge.txt": Buffer.alloc(20 * 1024 ** 2) });

  expect(findings.filter(({ file }) => file === "huge.txt")).toHaveLength(1);
});

it("lets the author correct the rest before a person looks at a binary file", async () => {
  const files = { "data.bin": BINARY, out: { link: "/etc/passwd" } };

  expect((await look(files)).opinion).toBe("concerns");
});
