import { setTimeout as pause } from "node:timers/promises";
import type { ActSigner, Client, TrustRequestView } from "@countersign/api";
import { CountersignError } from "@countersign/core";
import { labWitness } from "../proof/lab/lab-witness.ts";
import { NO_CHANGE } from "../proof/no-change.ts";
import { createPersonKey, signLine } from "../proof/open-proof-engine.ts";

const POLL_MS = 100;

/** Asks an engine as the only owner. A question that a crash interrupts is asked again. */
export type AskOwner = <Value>(question: (client: Client) => Promise<Value>) => Promise<Value>;

type Proposal = Parameters<Client["proposeTrust"]>[0]["body"];
export type TrustKind = "root" | "change" | "waypoint";

/** Creates a person's software key, with which the real ssh-keygen signs. */
export function createSigner(): { signer: ActSigner; text: string } {
  const key = createPersonKey("owner");
  return {
    text: key.text,
    signer: {
      choose: async () => ({ key: key.fingerprint, level: "signed" }),
      sign: async (line) => ({ sshsig: signLine(key, line) }),
    },
  };
}

export type ProposedTrust = {
  /** Signs as the only owner, after which the engine carries the request out. */
  sign(): Promise<void>;
  /** Waits until the request is carried out. */
  done(): Promise<TrustRequestView>;
};

/** Proposes a request. A change replaces the witness of the one before it by a witness with this name. */
export async function proposeTrust(
  ask: AskOwner,
  repo: string,
  kind: TrustKind,
  name = "",
): Promise<ProposedTrust> {
  const { trust } = await ask((client) => client.readTrust({ repo }));
  const witnesses = {
    addWitnesses: [witnessEntry(name)],
    removeWitnesses: trust?.witnesses.keys ?? [],
  };
  const proposals: Record<TrustKind, Proposal> = {
    root: { kind: "root" },
    change: { kind: "change", ...NO_CHANGE, ...witnesses },
    waypoint: { kind: "waypoint" },
  };
  const { id } = await ask((client) => client.proposeTrust({ repo, body: proposals[kind] }));
  return {
    async sign() {
      await ask((client) => client.signTrust({ repo, id, body: {} })).catch(ignoreSigned);
    },
    async done() {
      for (;;) {
        const request = await ask((client) => client.readTrustRequest({ repo, id }));
        if (request.state === "done") return request;
        if (request.state !== "complete") throw new Error(`${id} is ${request.state}`);
        await pause(POLL_MS);
      }
    },
  };
}

/** A witness at an address where nothing answers. */
function witnessEntry(name: string): string {
  return labWitness(`${name}.example`).entry.replace(/@https:.*$/, "@https://127.0.0.1:1");
}

/** A signature that was recorded before the engine ended is refused when it is sent again. */
function ignoreSigned(error: unknown): void {
  if (!(error instanceof CountersignError) || error.code !== "wrong_state") throw error;
}
