import { z } from "zod";
import { BegunSession } from "./session.ts";

/** Bytes in base64url, without padding. */
const Bytes = z.string().regex(/^[A-Za-z0-9_-]{1,8000}$/);

/** The name by which a browser finds a passkey. */
export const CredentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/);

/** A web page's origin: https, or this machine's own name. */
export const PageOrigin = z
  .string()
  .max(250)
  .regex(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/localhost)(?::[0-9]{1,5})?$/);

/** What a browser returns when a person signs in with a passkey. */
export const PasskeySignIn = z.strictObject({
  challenge: z.string().regex(/^[A-Za-z0-9_-]{1,200}$/),
  credential: CredentialId,
  authenticatorData: Bytes,
  clientData: Bytes,
  signature: Bytes,
  origin: PageOrigin,
});

export const PasskeyChallenge = z.object({ challenge: z.string() });

/** The token is null if it is in a cookie, which no script can read. */
export const PasskeySession = BegunSession.extend({ token: z.string().nullable() });
