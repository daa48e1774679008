import { z } from "zod";
import { KeyLine, KeyList } from "../schemas/key.ts";
import { CredentialId, PageOrigin } from "../schemas/passkey.ts";
import { Nothing } from "../schemas/words.ts";
import { deleteRoute, getRoute, postRoute } from "./route.ts";

const Fingerprint = z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/);

export const keyRoutes = {
  listKeys: getRoute({
    id: "listKeys",
    path: "/keys",
    summary: "List the keys with which people sign decisions",
    roles: ["viewer", "human", "admin"],
    params: Nothing,
    query: Nothing,
    reply: KeyList,
  }),
  addKey: postRoute({
    id: "addKey",
    path: "/keys",
    summary: "Add a key of your own; it signs a statement of the engine",
    roles: ["human", "admin"],
    params: Nothing,
    body: z.strictObject({
      key: z.string().min(1).max(5_000),
      /** Where a passkey is used. Only the engine's own page can add one, for itself. */
      passkey: z.strictObject({ origin: PageOrigin, credential: CredentialId }).optional(),
    }),
    reply: KeyLine,
  }),
  retireKey: deleteRoute({
    id: "retireKey",
    path: "/keys/{fingerprint}",
    summary: "Retire a key; decisions that it signed before stay valid",
    roles: ["human", "admin"],
    params: z.strictObject({ fingerprint: Fingerprint }),
    reply: KeyLine,
  }),
};
