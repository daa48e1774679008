import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifySshsig } from "@countersign/adapters";
import { type ParsedProof, statementBytes } from "@countersign/core";
import { afterAll, expect, it } from "vitest";
import { formatBundle } from "../../packages/cli/src/verify/format-bundle.ts";
import { formatVsa } from "../../packages/cli/src/verify/format-vsa.ts";
import { verifyClone } from "../../packages/cli/src/verify/verify-clone.ts";
import { generateHistory, rootOf, writeHistory } from "./lab/generate-history.ts";

const folder = mkdtempSync(join(tmpdir(), "countersign-export-"));
afterAll(() => rmSync(folder, { recursive: true }));

const lab = generateHistory({ seed: 41, moves: 4, steps: ["squash"], kinds: ["ed25519"] });
const clone = join(folder, "clone");
writeHistory(lab, clone);

it("a summary names level 2 for a whole chain, and level 3 only with what enforces it", async () => {
  const report = await verifyClone({ directory: clone, root: rootOf(lab) });
  const levelsOf = (enforced?: string) =>
    JSON.parse(formatVsa(report, { enforced, version: "0.1.0" })).predicate.verifiedLevels;
  const own = ["ORG_SOURCE_SIGNED_BY_PERSON", "ORG_SOURCE_REPLAYED"];
  expect(levelsOf()).toEqual(["SLSA_SOURCE_LEVEL_2", ...own]);
  expect(levelsOf("pre-receive hook")).toEqual(["SLSA_SOURCE_LEVEL_3", ...own]);
  const { subject } = JSON.parse(formatVsa(report, { enforced: undefined, version: "0.1.0" }));
  expect(subject[0].digest).toEqual({ gitCommit: lab.commit });
  expect(subject[0].annotations).toEqual({ sourceRefs: ["refs/heads/main"] });
});

it("a summary of an unproved commit fails, and names no level", async () => {
  const report = await verifyClone({ directory: clone });
  const { predicate } = JSON.parse(formatVsa(report, { enforced: "hook", version: "0.1.0" }));
  expect(predicate).toMatchObject({ verificationResult: "FAILED", verifiedLevels: [] });
});

it("a bundle contains the signed statements, whose signatures fit", async () => {
  const proofs: ParsedProof[] = [];
  const onProof = (proof: ParsedProof) => proofs.push(proof);
  await verifyClone({ directory: clone, root: rootOf(lab), onProof });
  const envelopes = formatBundle(proofs)
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(envelopes.length).toBeGreaterThan(1);
  for (const { payload, signatures } of envelopes) {
    const line = Buffer.from(payload, "base64").toString();
    expect(verifySshsig(statementBytes(line), signatures[0].sig)).toMatchObject({ ok: true });
  }
});

it("an altered file that the commit did not change is found with checksObjects", async () => {
  const other = generateHistory({ seed: 42, moves: 3, steps: ["squash"], kinds: ["ed25519"] });
  const [, { text = "" } = {}] =
    [...other.files].find(([path]) => path === ".countersign/allowed_signers") ?? [];
  const id = other.store.blob(text);
  const altered = join(folder, "altered");
  other.store.objects.set(id, { type: "blob", bytes: Buffer.from(`${text}# more\n`) });
  writeHistory(other, altered);
  const options = { directory: altered, root: rootOf(other), checksObjects: true };
  const { result, problems } = await verifyClone(options);
  expect(result).toBe("contradicted");
  expect(problems).toContainEqual({ code: "object_altered", move: null, about: id });
});
