import { editAct, editLines, editMove, type Forgery } from "./forgery.ts";

/** Proofs that have another form than the format allows. */
export const FORGED_TEXTS: readonly Forgery[] = [
  {
    name: "a proof with a duplicate key",
    problem: "proof_malformed",
    tampering: editLines(([move = "", ...others]) => [
      move.replace('{"_type":', '{"_type":"x","_type":'),
      ...others,
    ]),
  },
  {
    name: "a proof with an oversized field",
    problem: "proof_malformed",
    tampering: editMove(() => ({ program: "x".repeat(5_000) })),
  },
  {
    name: "a proof with an unknown field",
    problem: "proof_malformed",
    tampering: editAct(() => ({ approved: true })),
  },
  {
    name: "a proof that is not canonical",
    problem: "proof_malformed",
    tampering: editLines(([move = "", ...others]) => [move.replace('":', '": '), ...others]),
  },
  {
    name: "a proof that was cut off",
    problem: "proof_malformed",
    tampering: { text: (text) => text.slice(0, text.length / 2) },
  },
  {
    name: "a proof without its last newline",
    problem: "proof_malformed",
    tampering: { text: (text) => text.trimEnd() },
  },
];
