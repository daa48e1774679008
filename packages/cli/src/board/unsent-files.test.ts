import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUnsentFiles } from "./unsent-files.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "countersign-unsent-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const NOTHING = { drafts: [], marks: [] };
const MARK = "0123456789abcdef";
const OLD_DRAFT = {
  issues: ["Tests incomplete"],
  feedback: { text: "Use a queue", cursor: 3 },
  option: "keep",
  priority: "same",
  focus: "feedback",
  comments: [],
  findings: [],
};

const write = (name: string, value: unknown): Promise<void> =>
  writeFile(join(directory, name), JSON.stringify(value));
const open = (person: string | null = "ana", server = "local") =>
  openUnsentFiles(directory, server, person);

function draftOf(task: string, feedback: string, version = 0) {
  const draft = { ...OLD_DRAFT, focus: undefined, feedback };
  return { task, draft: { ...draft }, base: { draft: null, version } };
}

async function storeDraft(feedback: string, person = "ana", server = "local"): Promise<void> {
  const { keep } = await open(null, server);
  const { draft, ...rest } = draftOf("cs-1", feedback);
  const { focus: _, ...stored } = draft;
  const option = "keep" as const;
  const priority = "same" as const;
  await keep({ drafts: [{ ...rest, draft: { ...stored, option, priority } }], marks: [] }, person);
}

describe("the files of earlier releases", () => {
  it("are read, and removed once their content is sent", async () => {
    await write("feedback-drafts.json", { "cs-1": OLD_DRAFT });
    await write("read-marks.json", { "cs-1 src/a b.ts": [MARK], "cs-2 c.ts": [] });
    const { unsent, problem, keep } = await open();
    expect(problem).toBeNull();
    expect(unsent.drafts.map(({ task, draft, base }) => [task, draft?.feedback, base])).toEqual([
      ["cs-1", "Use a queue", { draft: null, version: 0 }],
    ]);
    expect(unsent.marks).toEqual([
      { task: "cs-1", change: { read: [{ path: "src/a b.ts", lines: [MARK] }], unread: [] } },
      { task: "cs-2", change: { read: [{ path: "c.ts", lines: [] }], unread: [] } },
    ]);
    expect(await readdir(directory)).toHaveLength(2);
    await keep(NOTHING, "ana");
    expect(await readdir(directory)).toEqual([]);
    expect((await open()).unsent).toEqual(NOTHING);
  });

  it("stay until something is sent or stored in their place", async () => {
    await write("feedback-drafts.json", { "cs-1": OLD_DRAFT });
    const { unsent, keep } = await open();
    expect((await open(null)).unsent).toEqual(NOTHING);
    await keep(unsent, "ana");
    const [name, ...others] = await readdir(directory);
    expect(name).toMatch(/^unsent-reading-/);
    expect(others).toEqual([]);
    expect((await open()).unsent).toEqual(unsent);
  });

  it.each([["{half"], ["5"], ["[]"], ['{"a": "x"}'], ['{"a": ["short"]}']])(
    "are set aside with a message where they are %s",
    async (text) => {
      await writeFile(join(directory, "read-marks.json"), text);
      const { unsent, problem } = await open();
      expect(unsent).toEqual(NOTHING);
      const [aside = ""] = await readdir(directory);
      expect(aside).toMatch(/^read-marks\.json\.\d+\.invalid$/);
      expect(problem).toBe(
        `read-marks.json is invalid and was not imported; it is kept as ${join(directory, aside)}`,
      );
      expect(await readFile(join(directory, aside), "utf8")).toBe(text);
      expect((await open()).problem).toBeNull();
    },
  );
});

describe("what could not be sent", () => {
  it("is stored for its owner alone, and read by the same person for the same engine", async () => {
    await storeDraft("Use a queue");
    const [name = ""] = await readdir(directory);
    expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);
    expect((await open("ben")).unsent).toEqual(NOTHING);
    expect((await open("ana", "https://cs.example.com")).unsent).toEqual(NOTHING);
    const { unsent, keep } = await open();
    expect(unsent.drafts[0]?.draft?.feedback).toBe("Use a queue");
    await keep(NOTHING, "ana");
    expect(await readdir(directory)).toEqual([]);
  });

  it("keeps both texts of two boards that were left without an engine", async () => {
    await storeDraft("Use a queue");
    const [first = ""] = await readdir(directory);
    await writeFile(
      join(directory, `unsent-reading-0.json`),
      await readFile(join(directory, first)),
    );
    await storeDraft("Add a test");
    const { unsent } = await open();
    expect(unsent.drafts).toHaveLength(1);
    expect(unsent.drafts[0]?.draft?.feedback.split("\n\n").toSorted()).toEqual([
      "Add a test",
      "Use a queue",
    ]);
  });

  it("does not end the review where it cannot be written, and removes nothing then", async () => {
    await write("feedback-drafts.json", { "cs-1": OLD_DRAFT });
    const { unsent, keep } = await open();
    await rm(directory, { recursive: true });
    await writeFile(directory, "a file");
    await keep(unsent, "ana");
    expect(await readFile(directory, "utf8")).toBe("a file");
  });
});
