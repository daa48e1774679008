import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMirrored } from "../testing/open-mirror.ts";

describe("listLinks", () => {
  it("lists links with their targets, wherever these lead, and no files", async () => {
    const lab = openMirrored();
    lab.write("a/b.txt", "one\n");
    symlinkSync("b.txt", join(lab.repo, "a/link"));
    symlinkSync("a/b.txt", join(lab.repo, "top"));
    symlinkSync("/etc/passwd", join(lab.repo, "outside"));
    lab.commit();
    const { commit, tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });

    const links = await lab.mirror.listLinks("acme/shop", commit);
    expect(Object.fromEntries(links)).toEqual({
      "a/link": "b.txt",
      outside: "/etc/passwd",
      top: "a/b.txt",
    });
    expect(await lab.mirror.listLinks("acme/shop", tree)).toEqual(links);
  });

  it("answers with nothing where there is no link", async () => {
    const lab = openMirrored();
    lab.write("a.txt", "one\n");
    lab.commit();
    const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });

    expect(await lab.mirror.listLinks("acme/shop", tree)).toEqual(new Map());
  });
});
