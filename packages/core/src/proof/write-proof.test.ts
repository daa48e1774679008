import { describe, expect, it } from "vitest";
import { canonicalJson } from "../kernel/canonical-json.ts";
import { digestText } from "../kernel/digest.ts";
import { actStatement, approval, decidedRound, hex, moveFields } from "../testing/proof-of.ts";
import { parseProof } from "./parse-proof.ts";
import { inputsLine, moveLine, writeProofText } from "./write-proof.ts";

const round = decidedRound({});
const act = actStatement(approval());
const fields = moveFields(round, [act]);
const subject = { target: "main", commit: hex("e"), tree: hex("a") };
const signed = (line: string) => ({ line, sshsig: "AAAA" });

describe("a written proof", () => {
  it.each([
    ["with the inputs", round.inputs.line],
    ["without inputs that stay in the engine", null],
  ])("is parsed again %s", (_what, inputs) => {
    const move = moveLine(fields, subject);
    const text = writeProofText(signed(move.line), [signed(canonicalJson(act))], inputs);
    const parsed = parseProof(text);
    expect(parsed).toMatchObject({
      ok: true,
      proof: {
        move: { digest: move.digest, statement: { predicate: fields } },
        acts: [{ statement: act, sshsig: "AAAA" }],
      },
    });
    expect(parsed.ok && (parsed.proof.inputs?.digest ?? null)).toBe(inputs && round.inputs.digest);
  });

  it("names its inputs by the digest of their line", () => {
    expect(inputsLine(round.inputs.value)).toEqual({
      line: round.inputs.line,
      digest: digestText(round.inputs.line),
    });
  });

  it("refuses fields that do not fit the format", () => {
    expect(() => moveLine({ ...fields, number: 0 }, subject)).toThrow();
    expect(() => moveLine(fields, { ...subject, target: "a b" })).toThrow();
  });
});
