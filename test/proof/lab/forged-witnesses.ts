import type { Forgery } from "./forgery.ts";
import { labKey } from "./lab-key.ts";
import {
  addCheckpoints,
  checkpointOf,
  cosign,
  nameWitnesses,
  signCheckpoint,
  storeCosigned,
  W1,
} from "./lab-witness.ts";
import { randomOf } from "./random.ts";

/** The trust file names a witness before the forged move. */
const witnessed = { before: (lab) => nameWitnesses(lab, [W1]) } as const satisfies Partial<Forgery>;

const OTHER = { digest: "0123456789abcdef".repeat(4) };

/** Checkpoints and cosignatures that do not belong to the chain. */
export const FORGED_WITNESSES: readonly Forgery[] = [
  {
    name: "a cosigned checkpoint of another chain, which a witness saw",
    problem: "checkpoint_other",
    ...witnessed,
    finish: ({ lab, number }) => {
      const seen = checkpointOf(lab, [...lab.proofs.slice(0, number - 1), OTHER]);
      storeCosigned(lab, seen, [cosign(seen, W1)]);
    },
  },
  {
    name: "a chain that ends before what a witness saw",
    problem: "checkpoint_other",
    ...witnessed,
    finish: ({ lab }) => {
      const seen = checkpointOf(lab, [...lab.proofs, OTHER]);
      storeCosigned(lab, seen, [cosign(seen, W1)]);
    },
  },
  {
    name: "a cosignature by a stranger in the name of a witness",
    problem: "cosignature_other",
    ...witnessed,
    finish: ({ lab }) => {
      const seen = checkpointOf(lab, lab.proofs);
      const stranger = labKey("ed25519", randomOf(99));
      storeCosigned(lab, seen, [cosign(seen, W1, 1_795_000_000, stranger)]);
    },
  },
  {
    name: "a cosignature of an older state under a newer checkpoint",
    problem: "cosignature_other",
    ...witnessed,
    finish: ({ lab, number }) => {
      const older = cosign(checkpointOf(lab, lab.proofs.slice(0, number - 1)), W1);
      storeCosigned(lab, checkpointOf(lab, lab.proofs), [older]);
    },
  },
  {
    name: "the checkpoint of a proof is one of another chain",
    problem: "checkpoint_other",
    ...witnessed,
    finish: ({ lab, proofs, number }) => {
      addCheckpoints(lab, proofs);
      const [proof] = proofs.slice(number - 1, number);
      const other = checkpointOf(lab, [...lab.proofs.slice(0, number - 1), OTHER]);
      const checkpoint = signCheckpoint(other, lab.engine);
      if (proof !== undefined) proofs.splice(number - 1, 1, { ...proof, checkpoint });
    },
  },
  {
    name: "the checkpoint of a proof is signed by a stranger",
    problem: "checkpoint_signature",
    ...witnessed,
    finish: ({ lab, proofs, number }) => {
      const [proof] = proofs.slice(number - 1, number);
      const own = checkpointOf(lab, lab.proofs.slice(0, number));
      const checkpoint = signCheckpoint(own, labKey("ed25519", randomOf(99)));
      if (proof !== undefined) proofs.splice(number - 1, 1, { ...proof, checkpoint });
    },
  },
];
