import { describe, expect, it } from "vitest";
import { openMirrored, refusalCode } from "../testing/open-mirror.ts";

describe("checkpoints", () => {
  it("keeps a commit under a name until it is dropped", async () => {
    const lab = openMirrored();
    lab.write("a", "1");
    const commit = lab.commit();
    const { tree } = await lab.mirror.fetch(lab.repository, { branch: "main" });

    await lab.mirror.saveCheckpoint("acme/shop", "cs-ab12/round-1", commit);
    expect(await lab.mirror.readCheckpoint("acme/shop", "cs-ab12/round-1")).toEqual({
      commit,
      tree,
    });
    expect(await lab.mirror.readCheckpoint("acme/shop", "cs-ab12")).toBeNull();
    await lab.mirror.dropCheckpoint("acme/shop", "cs-ab12/round-1");
    await lab.mirror.dropCheckpoint("acme/shop", "cs-ab12/round-1");
    expect(await lab.mirror.readCheckpoint("acme/shop", "cs-ab12/round-1")).toBeNull();
  });

  it.each(["--all", "../x", "a//b", "a.lock", "", "a b"])("refuses %j as a name", async (name) => {
    const lab = openMirrored();
    const commit = lab.commit();
    await lab.mirror.fetch(lab.repository, { branch: "main" });

    const saving = lab.mirror.saveCheckpoint("acme/shop", name, commit);

    expect(await refusalCode(saving)).toBe("invalid_input");
  });
});
