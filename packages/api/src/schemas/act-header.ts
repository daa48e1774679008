import { SignatureLevel } from "@countersign/core";

/** The header in which a client asks for a statement to sign, or returns the signature. */
export const ACT_HEADER = "countersign-act";

/** A client's part in signing a decision. The engine answers a request with the statement. */
export type ActHeader =
  | {
      is: "request";
      key: string;
      level: SignatureLevel;
      /** Number of changed files that the client displayed. Absent: it displayed a summary. */
      opened?: number | undefined;
    }
  | { is: "signed"; nonce: string; sshsig: string; proof?: string | undefined };

const REQUEST = /^request (SHA256:[A-Za-z0-9+/]{43}) ([a-z]+)(?: opened=(\d{1,6}))?$/;
const SIGNED = /^([0-9a-f]{32}) ([A-Za-z0-9+/]{1,5000}={0,2})(?: ([A-Za-z0-9+/]{1,5000}={0,2}))?$/;

/** Returns null for a text that is no such header. */
export function parseActHeader(text: string): ActHeader | null {
  const [, key = "", word, opened] = REQUEST.exec(text) ?? [];
  const level = SignatureLevel.safeParse(word);
  if (level.success)
    return {
      ...{ is: "request", key, level: level.data },
      ...(opened !== undefined && { opened: Number(opened) }),
    };
  const [, nonce, sshsig, proof] = SIGNED.exec(text) ?? [];
  if (nonce === undefined || sshsig === undefined) return null;
  return { is: "signed", nonce, sshsig, proof };
}

export function actHeaderText(act: ActHeader): string {
  if (act.is === "request") {
    const opened = act.opened === undefined ? "" : ` opened=${act.opened}`;
    return `request ${act.key} ${act.level}${opened}`;
  }
  const { nonce, sshsig, proof } = act;
  return [nonce, sshsig, ...(proof === undefined ? [] : [proof])].join(" ");
}
