import { utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { digestText } from "../kernel/digest.ts";
import { trustedKey, trustOf } from "../testing/evidence-of.ts";
import { changesDigest } from "./changes-digest.ts";
import { parseTrustFile } from "./schema-trust.ts";
import { allowedSigners, SIGNERS_FILE, trustChangesDigest, trustFileText } from "./trust-files.ts";

describe("the files of trust", () => {
  it("lists people for acts and engines for moves", () => {
    expect(allowedSigners(trustOf().file).split("\n")).toEqual([
      `ana namespaces="act@countersign" ${trustedKey("ana").key}`,
      `ben namespaces="act@countersign" ${trustedKey("ben").key}`,
      `main namespaces="move@countersign" ${trustedKey("engine").key}`,
      "",
    ]);
  });

  it("are read as they are written", () => {
    const { file } = trustOf();
    expect(parseTrustFile(trustFileText(file))).toEqual(file);
  });

  it("have the digest of a change of both files, or of the trust file alone", () => {
    const sideOf = (text: string) => ({ mode: "100644", sha256: digestText(text) });
    const fileOf = (path: string, before: string, after: string) => ({
      path: utf8ToBytes(path),
      before: { mode: "100644", sha256: before },
      after: { mode: "100644", sha256: after },
    });
    const [before, quorum] = [trustOf(), trustOf({ number: 2, quorum: 1 })];
    const trustFile = fileOf(".countersign/trust.json", before.sha256, quorum.sha256);
    expect(trustChangesDigest(before, quorum)).toBe(changesDigest([trustFile]));

    const engine = trustOf({ number: 2, engines: { main: trustedKey("engine2").key } });
    const [from, to] = [before, engine].map(({ file }) => allowedSigners(file));
    const both = [
      fileOf(".countersign/trust.json", before.sha256, engine.sha256),
      {
        path: utf8ToBytes(SIGNERS_FILE),
        before: sideOf(from ?? ""),
        after: sideOf(to ?? ""),
      },
    ];
    expect(trustChangesDigest(before, engine)).toBe(changesDigest(both));
  });

  it("have a digest of their change that depends on both files", () => {
    const quorum = trustOf({ number: 2, quorum: 1 });
    const engine = trustOf({ number: 2, engines: { main: trustedKey("engine2").key } });
    const digests = [quorum, engine].map((after) => trustChangesDigest(trustOf(), after));

    expect(new Set(digests).size).toBe(2);
    expect(trustChangesDigest(trustOf(), quorum)).toBe(digests[0]);
    expect(trustChangesDigest(quorum, trustOf())).not.toBe(digests[0]);
  });
});
