import { describe, expect, it } from "vitest";
import { trustedKey, trustOf } from "../testing/evidence-of.ts";
import { parseTrustFile } from "./schema-trust.ts";
import { allowedSigners, trustChangesDigest, trustFileText } from "./trust-files.ts";

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

  it("have a digest of their change that depends on both files", () => {
    const quorum = trustOf({ number: 2, quorum: 1 });
    const engine = trustOf({ number: 2, engines: { main: trustedKey("engine2").key } });
    const digests = [quorum, engine].map((after) => trustChangesDigest(trustOf(), after));

    expect(new Set(digests).size).toBe(2);
    expect(trustChangesDigest(trustOf(), quorum)).toBe(digests[0]);
    expect(trustChangesDigest(quorum, trustOf())).not.toBe(digests[0]);
  });
});
