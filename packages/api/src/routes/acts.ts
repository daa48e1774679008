import { z } from "zod";
import { ActView } from "../schemas/act-view.ts";
import { Nothing, type Role } from "../schemas/words.ts";
import { getRoute, postRoute } from "./route.ts";

const SIGNERS: readonly Role[] = ["human", "admin"];
const Nonce = z.strictObject({ nonce: z.string().regex(/^[0-9a-f]{32}$/) });

export const actRoutes = {
  readOpenAct: getRoute({
    id: "readOpenAct",
    path: "/acts",
    summary: "Read your statement that waits for a signature",
    roles: SIGNERS,
    params: Nothing,
    query: Nothing,
    reply: z.object({ act: ActView.nullable() }),
  }),
  readAct: getRoute({
    id: "readAct",
    path: "/acts/{nonce}",
    summary: "Read a statement of your own, and the signatures that were offered for it",
    roles: SIGNERS,
    params: Nonce,
    query: Nothing,
    reply: ActView,
  }),
  offerSignature: postRoute({
    id: "offerSignature",
    path: "/acts/{nonce}/signatures",
    summary: "Offer a signature to the client that makes the decision",
    roles: SIGNERS,
    params: Nonce,
    body: z.strictObject({ sshsig: z.string().regex(/^[A-Za-z0-9+/]{1,16000}={0,2}$/) }),
    reply: ActView,
  }),
};
