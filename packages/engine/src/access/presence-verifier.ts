import type { ActSubject, PersonAct, SignatureLevel } from "@countersign/core";
import type { Session } from "../platform/transact.ts";

/** The task that a decision is about, as it is while it is locked. */
export type DecidedTask = {
  id: string;
  /** Null before the first submission. */
  round: { number: number; base: string; head: string; tree: string } | null;
  /** The requirement that the decision answers. */
  requirement: string | null;
};

/** What a client presents with a request: it asks for a statement to sign, or returns the signature. */
export type PresentedAct =
  | {
      is: "request";
      key: string;
      level: SignatureLevel;
      /** Number of changed files that the client displayed. Absent: it displayed a summary. */
      opened?: number | undefined;
    }
  | {
      is: "signed";
      nonce: string;
      sshsig: string;
      /** The signature of a new key over the same statement, if another key signed the act that adds it. */
      proof?: string | undefined;
    };

/** The fields of an act that are chosen for each request: by the engine, or by the client that displayed the change. */
type ChosenField = "by" | "key" | "level" | "nonce" | "at" | "until" | "note";

type WithoutChosen<Act> = Act extends unknown ? Omit<Act, ChosenField> : never;

/** A decision as a proof states it. */
export type ProvenAct = {
  subject: ActSubject;
  stated: WithoutChosen<PersonAct>;
  /** The person's keys in the trust file. Only their signatures count in a proof. */
  keys: readonly { key: string; origins: readonly string[] }[];
};

/** Describes a decision as a proof states it. Null if no proof can contain it. `opened` as the client presented it. */
export type DescribeAct = (opened: number | null) => Promise<ProvenAct | null>;

/** The decision for which a person must show their presence. */
export type PresenceDecision = {
  org: string;
  actor: string;
  command: string;
  /** Null for a decision about a repository or the whole organisation. */
  task: DecidedTask | null;
  /** The request. A signature counts for exactly this one. */
  request: object;
  /** The level that the policies require. */
  level: SignatureLevel;
  act: PresentedAct | null;
  /** Default: no proof can contain the decision. */
  describeAct?: DescribeAct | undefined;
};

/** Verifies a person's presence by a signature of a key, which a process of their account does not have. */
export interface PresenceVerifier {
  /** Records the act in this transaction. Returns false if none was presented; a wrong one is refused. */
  isPresent(decision: PresenceDecision, session: Session): Promise<boolean>;
}
