import { PasskeyChallenge, PasskeySession, PasskeySignIn } from "../schemas/passkey.ts";
import { Nothing } from "../schemas/words.ts";
import { postRoute } from "./route.ts";

export const passkeyRoutes = {
  createPasskeyChallenge: postRoute({
    id: "createPasskeyChallenge",
    path: "/passkeys/challenges",
    summary: "Create a challenge that a passkey signs when its person signs in",
    roles: "public",
    params: Nothing,
    body: Nothing,
    reply: PasskeyChallenge,
  }),
  beginPasskeySession: postRoute({
    id: "beginPasskeySession",
    path: "/passkeys/sessions",
    summary: "Sign in with a passkey on the engine's own page",
    roles: "public",
    params: Nothing,
    body: PasskeySignIn,
    reply: PasskeySession,
  }),
};
