import type { Facts } from "../content/schema.ts";
import type { DigestText } from "../kernel/digest.ts";
import type { Policy } from "../policy/policy.ts";
import type { ParsedProof } from "./parse-proof.ts";
import type { PresenceLevel, SignatureLevel } from "./presence-level.ts";
import type { ActStatement } from "./schema-act.ts";
import type { TrustFile } from "./schema-trust.ts";

/** What a signature over a statement shows. The key is the one in the signature; whose key it is, the judge decides. */
export type SignatureReading =
  | {
      ok: true;
      /** The public key as OpenSSH writes it. */
      key: string;
      fingerprint: string;
      namespace: string;
      level: SignatureLevel;
      /** The origin of the page on which a passkey signed. Null for every other key. */
      origin: string | null;
    }
  | { ok: false; reason: string };

/** What the clone contains about a move, with every object id recomputed. */
export type ClonedMove = {
  commit: string;
  tree: string;
  /** True if the commit contains the commit at which the target was before. */
  descends: boolean;
  /** The digest of the changes since that commit. For the root: of every file. */
  changes: DigestText;
  /** The digest of the changes between the base and the tree of the content. Null if the clone lacks the base. */
  contentChanges: DigestText | null;
  /** The value of the trailer `Countersign-Proof`. Null without one. */
  trailer: string | null;
  /** The files of the policy in the parent. */
  policyFiles: readonly { path: string; blob: string }[];
  /** The facts of the reviewed change. Null if the clone lacks its base. */
  facts: Facts | null;
  /** The addresses of all authors and committers of the change. */
  addresses: readonly string[];
  /** The trust file of the commit. Null if it is missing or invalid. */
  nextTrust: TrustVersion | null;
};

export type TrustVersion = { sha256: DigestText; file: TrustFile };

/** An undone act: the statement of the retraction and its signature. */
type Retraction = { statement: ActStatement; signature: SignatureReading };

/** The chain up to the preceding move. */
export type ChainPosition = {
  target: string;
  number: number;
  /** The SHA-256 of the preceding move's line. */
  move: DigestText;
  commit: string;
  /** The acts of all preceding moves. */
  used: ReadonlySet<DigestText>;
  /** The revocations of the newest trust file of the chain, which also apply to moves before it. */
  revoked: TrustFile["revoked"];
  retractions: readonly Retraction[];
};

/** Everything that the judge of one move reads. */
export type MoveEvidence = {
  proof: ParsedProof;
  /** The signatures of the move and of the acts, in the order of the proof. */
  signatures: { move: SignatureReading; acts: readonly SignatureReading[] };
  clone: ClonedMove;
  chain: ChainPosition;
  /** The trust file of the parent. */
  trust: TrustVersion;
  /** The policy of the parent, as the release of the move resolves it. Null: this program lacks that release. */
  policy: Policy | null;
  /** The level that the policy requires of every act. */
  policyLevel: PresenceLevel;
  /** What the verifier asks for beyond the policy. */
  required: { people: number; level: PresenceLevel };
};
