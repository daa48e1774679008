import { editAct, editLines, editMove, type Forgery, onAct, renumbered } from "./forgery.ts";

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
    name: "a signature larger than the format allows",
    problem: "proof_malformed",
    tampering: onAct(({ parts }) => ({
      parts: { ...parts, whole: (bytes) => Buffer.concat([bytes, Buffer.alloc(12_000)]) },
    })),
  },
  {
    name: "more lines than the format allows",
    problem: "proof_malformed",
    tampering: editLines((lines) => {
      const acts = Array.from({ length: 1_001 }, () => lines.slice(2, 4)).flat();
      return renumbered([...lines.slice(0, 2), ...acts, ...lines.slice(-1)]);
    }),
  },
  {
    name: "a passkey's client data with a duplicate key",
    problem: "act_signature",
    options: { kinds: ["webauthn-sk"] },
    tampering: onAct(({ parts }) => ({
      parts: {
        ...parts,
        clientData: (text) => text.replace('"crossOrigin":', '"crossOrigin":true,"crossOrigin":'),
      },
    })),
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
