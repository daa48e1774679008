import { utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { digestText } from "../kernel/digest.ts";
import { type ChangedPath, type ChangedSide, changesDigest } from "./changes-digest.ts";

const side = (text: string, mode = "100644"): ChangedSide => ({ mode, sha256: digestText(text) });
const changed = (
  path: string,
  before: ChangedSide | null,
  after: ChangedSide | null,
): ChangedPath => ({ path: utf8ToBytes(path), before, after });

const CHANGES = [
  changed("a", side("1"), side("2")),
  changed("a/b", null, side("3")),
  changed("é", side("4"), null),
];

describe("the digest of changes", () => {
  it("is the SHA-256 over both sides of each path, sorted, each ended by a zero byte", () => {
    const none = `000000 ${"0".repeat(64)}`;
    expect(changesDigest(CHANGES)).toBe(
      digestText(
        [
          `100644 ${digestText("1")} 100644 ${digestText("2")} a\0`,
          `${none} 100644 ${digestText("3")} a/b\0`,
          `100644 ${digestText("4")} ${none} é\0`,
        ].join(""),
      ),
    );
  });

  it("does not depend on the order of the paths", () => {
    expect(changesDigest(CHANGES.toReversed())).toBe(changesDigest(CHANGES));
    const [longer, shorter] = [changed("ab", null, side("1")), changed("a", null, side("2"))];
    expect(changesDigest([longer, shorter])).toBe(changesDigest([shorter, longer]));
  });

  it("sorts paths that are not text by their bytes", () => {
    const raw = (byte: number) => ({ ...changed("", null, side("1")), path: Uint8Array.of(byte) });
    expect(changesDigest([raw(0xff), raw(0xfe)])).toBe(changesDigest([raw(0xfe), raw(0xff)]));
    expect(changesDigest([raw(0xff)])).not.toBe(changesDigest([raw(0xfe)]));
  });

  it.each([
    ["one more file", [...CHANGES, changed("z", null, side("5"))]],
    ["one file less", CHANGES.slice(1)],
    ["another mode", [changed("a", side("1"), side("2", "100755")), ...CHANGES.slice(1)]],
    ["another old side", [changed("a", side("0"), side("2")), ...CHANGES.slice(1)]],
    ["another path", [changed("A", side("1"), side("2")), ...CHANGES.slice(1)]],
    ["a link instead of a file", [changed("a", side("1"), side("2", "120000"))]],
    ["no change", []],
  ])("differs with %s", (_what, changes) => {
    expect(changesDigest(changes)).not.toBe(changesDigest(CHANGES));
  });
});
