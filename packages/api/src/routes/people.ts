import { ActorId } from "@countersign/core";
import { z } from "zod";
import {
  BegunSignIn,
  Invitation,
  PersonList,
  ProviderMethod,
  SignInMethods,
} from "../schemas/person.ts";
import { Nothing } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

export const peopleRoutes = {
  listSignInMethods: getRoute({
    id: "listSignInMethods",
    path: "/signins/methods",
    summary: "List the identity providers with which people sign in",
    roles: "public",
    params: Nothing,
    query: Nothing,
    reply: SignInMethods,
  }),
  beginSignIn: postRoute({
    id: "beginSignIn",
    path: "/signins",
    summary: "Begin a sign-in at an identity provider; works only at the public address",
    roles: "public",
    params: Nothing,
    body: z.strictObject({
      method: ProviderMethod,
      invitation: z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/)
        .optional(),
    }),
    reply: BegunSignIn,
  }),
  beginAdministration: postRoute({
    id: "beginAdministration",
    path: "/signins/admin",
    summary: "Begin a fresh sign-in that permits administration for 15 minutes",
    roles: ["human"],
    params: Nothing,
    body: Nothing,
    reply: BegunSignIn,
  }),
  listPeople: getRoute({
    id: "listPeople",
    path: "/people",
    summary: "List how people sign in, and open invitations",
    roles: ["admin"],
    params: Nothing,
    query: Nothing,
    reply: PersonList,
  }),
  invitePerson: postRoute({
    id: "invitePerson",
    path: "/invitations",
    summary: "Invite a person; the link works once, for 24 hours",
    roles: ["admin"],
    params: Nothing,
    body: z.strictObject({ actor: ActorId, canAdminister: z.boolean().optional() }),
    reply: Invitation,
  }),
  removePerson: deleteRoute({
    id: "removePerson",
    path: "/people/{actor}",
    summary: "Remove a person's sign-ins and invitations, and end their sessions",
    roles: ["admin"],
    params: z.strictObject({ actor: ActorId }),
    reply: Nothing,
  }),
};
