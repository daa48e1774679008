import { z } from "zod";
import { TrustProposal, TrustRequestView, TrustView } from "../schemas/trust.ts";
import { Nothing, RepositoryId } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

const OneRepository = z.strictObject({ repo: RepositoryId });
const OneRequest = z.strictObject({
  repo: RepositoryId,
  id: z.string().regex(/^trust-[0-9a-f]{8}$/),
});

export const trustRoutes = {
  readTrust: getRoute({
    id: "readTrust",
    path: "/repositories/{repo}/trust",
    summary: "Show whose signatures count on the target, and the open request to change that",
    roles: ["viewer", "human", "admin"],
    params: OneRepository,
    query: Nothing,
    reply: TrustView,
  }),
  readTrustRequest: getRoute({
    id: "readTrustRequest",
    path: "/repositories/{repo}/trust/requests/{id}",
    summary: "Show a request to begin or change trust",
    roles: ["viewer", "human", "admin"],
    params: OneRequest,
    query: Nothing,
    reply: TrustRequestView,
  }),
  proposeTrust: postRoute({
    id: "proposeTrust",
    path: "/repositories/{repo}/trust/requests",
    summary: "Prepare the beginning of trust or a change of it; nothing changes until people sign",
    roles: ["human"],
    params: OneRepository,
    body: TrustProposal,
    reply: TrustRequestView,
  }),
  signTrust: postRoute({
    id: "signTrust",
    path: "/repositories/{repo}/trust/requests/{id}/signatures",
    summary: "Sign a request; the last signature that it needs carries it out",
    roles: ["human"],
    params: OneRequest,
    body: Nothing,
    reply: TrustRequestView,
  }),
  withdrawTrust: deleteRoute({
    id: "withdrawTrust",
    path: "/repositories/{repo}/trust/requests/{id}",
    summary: "Withdraw an open request",
    roles: ["human"],
    params: OneRequest,
    reply: Nothing,
  }),
};
