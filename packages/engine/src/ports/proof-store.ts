/** A repository as its owner registered it. */
type Repository = { id: string; path: string };

/** A proof to store as one commit of its segment. */
export type ProofCommit = {
  /** The preceding proof's commit. Null for the first one of a segment. */
  previous: string | null;
  /** The commit of the target that it proves. */
  subject: string;
  atSeconds: number;
  /** The files of its tree, by name. */
  files: ReadonlyMap<string, string>;
};

/** A segment of the proofs of a target branch, counted from 0. */
export type ProofSegment = { target: string; segment: number };

/** Moves the end of a segment from one proof to another. */
export type ProofMove = ProofSegment & {
  /** Null if the segment does not exist yet. */
  expected: string | null;
  next: string;
};

/** A waypoint of a target branch, stored in a commit of its own. */
export type WaypointRef = { target: string; number: number; object: string };

/** Replaces the newest cosigned checkpoint of a target branch. */
export type WitnessedMove = { target: string; expected: string | null; next: string };

/** `actual` is the value that another party wrote. */
export type ProofMoveOutcome = { moved: true } | { moved: false; actual: string | null };

/** Stores proofs in a repository, under `refs/countersign/proofs/`, with a copy in our mirror. Runs nothing of it. */
export interface ProofStore {
  /** Writes the objects of a proof into the mirror. The same input writes the same commit. No ref names it yet. */
  writeProof(repo: string, proof: ProofCommit): Promise<string>;
  /** Copies the objects of a proof from the mirror into the repository, except for those of preceding proofs. */
  copyProof(repository: Repository, commit: string): Promise<void>;
  /** Copies a proof with all preceding proofs of its segment from the mirror into the repository. */
  copySegment(repository: Repository, commit: string): Promise<void>;
  /** Moves the ref of a segment in the repository if it has the expected value, then its copy in the mirror. */
  moveProofRef(repository: Repository, move: ProofMove): Promise<ProofMoveOutcome>;
  /** Sets the ref of a waypoint in the repository, replacing any other value, then its copy in the mirror. */
  placeWaypoint(repository: Repository, waypoint: WaypointRef): Promise<ProofMoveOutcome>;
  /** Moves the ref of the newest cosigned checkpoint in the repository, then its copy in the mirror. */
  moveWitnessed(repository: Repository, move: WitnessedMove): Promise<ProofMoveOutcome>;
  /** Returns the commit with the newest cosigned checkpoint in the repository. Null if there is none. */
  readWitnessed(repository: Repository, target: string): Promise<string | null>;
  /** Returns the last proof of a segment in the repository. Null if there is none. */
  readProofRef(repository: Repository, segment: ProofSegment): Promise<string | null>;
}
