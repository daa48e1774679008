import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createUserFileAddition } from "../hosts/user-file.ts";
import { isFileChange } from "./confirm-plan.ts";
import type { InitRecord } from "./init-record.ts";
import { planFiles } from "./plan-files.ts";
import { writeFileChanges } from "./write-file-changes.ts";

const SECRET = "sk-ant-secret";

/** A file that its agent rewrites, with our server in it. */
async function openState() {
  const home = await mkdtemp(join(tmpdir(), "countersign-plan-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const path = join(home, ".claude.json");
  const value = { command: "/bin/countersign", args: ["mcp", "--agent", "claude-code"] };
  const wanted = await createUserFileAddition(path, home, {
    says: "",
    edit: {
      kind: "json",
      additions: [{ adds: "value", at: ["mcpServers", "countersign"], value }],
    },
    isLive: true,
  });
  await writeFile(path, JSON.stringify({ key: SECRET }, null, 2));
  const [planned] = (await planFiles([wanted], { own: null, others: [] })).filter(isFileChange);
  if (planned === undefined) throw new Error("Nothing is planned");
  const done: InitRecord = { files: [planned.done], registered: null, beads: null, common: null };
  return { path, wanted, planned, done };
}

it("remembers of a file with secrets only what an undo needs", async () => {
  const { planned, path } = await openState();
  await writeFileChanges([planned]);
  expect(await readFile(path, "utf8")).toContain(SECRET);
  expect(JSON.stringify(planned.done)).not.toContain(SECRET);
});

it("edits what the agent wrote since the plan was shown", async () => {
  const { planned, path } = await openState();
  await writeFile(path, JSON.stringify({ key: SECRET, startups: 7 }, null, 2));
  await writeFileChanges([planned]);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
    startups: 7,
    mcpServers: { countersign: {} },
  });
});

it("remembers for a second repository what the first one added, whatever else was changed since", async () => {
  const { planned, path, wanted, done } = await openState();
  await writeFileChanges([planned]);
  await writeFile(path, (await readFile(path, "utf8")).replace(SECRET, "other"));
  const [kept] = await planFiles([wanted], { own: null, others: [done] });
  expect(kept).toMatchObject({ is: "keep", done: { path: planned.done.path } });
});
