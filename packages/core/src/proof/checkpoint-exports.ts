/** What other packages use of checkpoints. */

export {
  type Checkpoint,
  chainOrigin,
  checkpointText,
  parseCheckpoint,
} from "./checkpoint/checkpoint.ts";
export { consistencyProof } from "./checkpoint/consistency-proof.ts";
export {
  cosignatureBytes,
  cosignatureMessage,
  parseWitness,
  readCosignature,
  type VerifyEd25519,
  type Witness,
} from "./checkpoint/cosignature.ts";
export {
  addLeaf,
  EMPTY_TREE,
  leafHash,
  type TreeFrontier,
  treeOf,
  treeRoot,
} from "./checkpoint/merkle-tree.ts";
export {
  type NoteSignature,
  noteKey,
  noteText,
  parseNote,
  parseSignatureLines,
  type SignedNote,
  verifierKeyText,
} from "./checkpoint/signed-note.ts";
export {
  engineNoteKey,
  judgeCheckpoint,
  judgeCosigned,
  type Sighting,
  trustedWitnesses,
  witnessQuorum,
} from "./judge-checkpoint.ts";
