import { AI_FORMATS } from "./ai-formats.ts";
import { CHAT_FORMATS } from "./chat-formats.ts";
import { CLOUD_FORMATS } from "./cloud-formats.ts";
import { CODE_FORMATS } from "./code-formats.ts";
import { DATA_FORMATS } from "./data-formats.ts";
import { PAYMENT_FORMATS } from "./payment-formats.ts";
import { parseFormats, type TokenFormat, type TokenRow } from "./token-format.ts";
import { WORK_FORMATS } from "./work-formats.ts";

/** Ours, also inside a longer word: a reader of it can act as its owner. */
const OWN_FORMAT: TokenRow = [
  "countersign",
  "token",
  "cs_",
  "lownum*1 slug*0..63 _ url*43",
  { anywhere: true },
];

/** Every known format. Where two name the same text, the first one names the token. */
export const TOKEN_FORMATS: readonly TokenFormat[] = parseFormats([
  OWN_FORMAT,
  ...CODE_FORMATS,
  ...CLOUD_FORMATS,
  ...AI_FORMATS,
  ...PAYMENT_FORMATS,
  ...CHAT_FORMATS,
  ...DATA_FORMATS,
  ...WORK_FORMATS,
]);

const VENDORS: ReadonlyMap<string, string | null> = new Map(
  TOKEN_FORMATS.map(({ what, vendor }) => [what, vendor]),
);

/** The vendor that can revoke a credential of this kind, if the kind names one. */
export function secretVendor(what: string): string | null {
  return VENDORS.get(what) ?? null;
}
