import type { WitnessAnswer, WitnessClient } from "@countersign/engine";
import type { Resolve } from "../egress/guard-lookup.ts";
import { type SendResult, sendGuarded } from "../egress/send.ts";
import { withDeadline } from "../egress/with-deadline.ts";
import { verifyEd25519 } from "../sign/verify-ed25519.ts";

export type WitnessClientOptions = {
  /** Hosts that may have an address of a private network or of this machine. Default: none. */
  hosts?: readonly string[] | undefined;
  /** A certificate authority to trust instead of the usual ones, as PEM. */
  ca?: string | undefined;
  resolve?: Resolve | undefined;
  /** Milliseconds until a witness must respond. Default 15,000, per request. */
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
const CONFLICT = 409;
const SIZE = /^(0|[1-9]\d{0,14})\n$/;

/** Creates the client for witnesses of C2SP. It connects over TLS, to checked addresses only. */
export function createWitnessClient(options: WitnessClientOptions = {}): WitnessClient {
  return {
    verify: verifyEd25519,
    async addCheckpoint(address, body) {
      if (!address.startsWith("https://")) return failed("its address must begin with https");
      const { value, late } = await withDeadline(
        { timeoutMs: options.timeoutMs ?? TIMEOUT_MS, signal: new AbortController().signal },
        (signal) =>
          sendGuarded({
            address: `${address.replace(/\/+$/, "")}/add-checkpoint`,
            headers: { "content-type": "text/plain; charset=utf-8" },
            body,
            rules: { loopback: false, privateHosts: options.hosts ?? [] },
            maxBytes: MAX_ANSWER_BYTES,
            signal,
            ca: options.ca,
            resolve: options.resolve,
          }),
      );
      return late ? failed("it did not answer in time") : readAnswer(value);
    },
  };
}

function readAnswer(received: SendResult): WitnessAnswer {
  if (!received.ok) return failed(received.reason);
  const { status, body } = received;
  const text = body.toString("utf8");
  if (status === 200) return { is: "cosigned", lines: text };
  const [, size] = SIZE.exec(text) ?? [];
  if (status === CONFLICT && size !== undefined) return { is: "other_size", size: Number(size) };
  return failed(`it answered with status ${status}`);
}

function failed(reason: string): WitnessAnswer {
  return { is: "failed", reason };
}
