import type { Role, World } from "./open-server.ts";

const PERSON: readonly Role[] = ["human"];
const READERS: readonly Role[] = ["viewer", "human", "admin"];

const ofRepository = ({ repo }: World) => ({ repo });
const ofRequest = ({ repo }: World) => ({ repo, id: "trust-00000000" });
const nothing = () => ({});
const root = () => ({ kind: "root" });

/** The rows of the routes about trust. */
export const TRUST_ROWS = {
  readTrust: { roles: READERS, params: ofRepository, foreign: "not_found" },
  readTrustRequest: { roles: READERS, params: ofRequest, foreign: "not_found" },
  proposeTrust: { roles: PERSON, params: ofRepository, body: root, foreign: "not_found" },
  signTrust: { roles: PERSON, params: ofRequest, body: nothing, foreign: "not_found" },
  withdrawTrust: { roles: PERSON, params: ofRequest, foreign: "not_found" },
} as const;
