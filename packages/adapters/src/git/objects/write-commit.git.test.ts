import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

const WHEN = "@1700000000 +0000";

it.each([
  ["Ada", "ada@acme.test"],
  [" .Ada, Countess: ", "<ada@acme.test>"],
  ['"Ada" <x>', "a b"],
  ["Ada\u00e9 \u2603", ""],
])("writes the commit that git would write for the author %j <%j>", async (name, email) => {
  const lab = openMirrored();
  lab.write("a", "1\n");
  const parent = lab.commit();
  const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
  const commit = { tree, parents: [parent], message: "Title\n\nText", atSeconds: 1_700_000_000 };

  const made = await lab.mirror.commitMerge("acme/shop", { ...commit, author: { name, email } });

  lab.write("../message", "Title\n\nText");
  const args = ["commit-tree", "-p", parent, "-F", join(lab.folder, "message"), tree];
  const env = {
    PATH: process.env.PATH ?? "",
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: WHEN,
    GIT_COMMITTER_NAME: "countersign",
    GIT_COMMITTER_EMAIL: "countersign@localhost",
    GIT_COMMITTER_DATE: WHEN,
  };
  const plain = execFileSync("git", args, { cwd: lab.repo, env }).toString().trim();
  expect(made.commit).toBe(plain);
});

it("refuses an author whose name git would not write", async () => {
  const lab = openMirrored();
  const head = lab.commit();
  const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });
  const author = { name: " <.> ", email: "" };
  const made = lab.mirror.commitMerge("acme/shop", {
    ...{ tree, parents: [head], message: "x", atSeconds: 0 },
    author,
  });

  expect(await refusalCode(made)).toBe("invalid_input");
});
