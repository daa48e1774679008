import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findGit } from "../program/git-settings.ts";
import { locateMirror } from "../program/mirror-directory.ts";
import { openMirrored, pinBranchContent, refusalCode } from "../testing/open-mirror.ts";
import { proveShown } from "./prove-shown.ts";

describe("proveShown", () => {
  it("refuses a patch that leaves something out, adds something or does not apply", async () => {
    const lab = openMirrored();
    lab.write("a", "one\n");
    const base = lab.commit();
    lab.write("a", "two\n");
    lab.write("b", "new\n");
    lab.commit();
    const content = await pinBranchContent(lab, base);
    const { patch, files, unshown } = await lab.mirror.showDiff(content);
    const text = Buffer.from(patch).toString();
    const home = join(lab.folder, "data", "empty-home");
    const settings = { binary: findGit(undefined), home, timeoutMs: 60_000 };
    const mirror = locateMirror(settings, join(lab.folder, "data", "mirrors"), "acme/shop");
    const prove = (shown: string | Uint8Array): Promise<void> =>
      proveShown(mirror, { from: base, to: content.tree }, { patch: Buffer.from(shown), unshown });

    await prove(patch);
    expect(await refusalCode(prove(files[0]?.patch ?? ""))).toBe("invalid_input");
    expect(await refusalCode(prove(text.replace("+two", "+too")))).toBe("invalid_input");
    expect(await refusalCode(prove(text.replace("-one", "-won")))).toBe("upstream_failed");
    expect(await refusalCode(prove(""))).toBe("invalid_input");
  });
});
