import { TrustView } from "@countersign/api";
import { openSession } from "../../client/open-session.ts";
import { repositoryHere } from "../../client/repository-here.ts";
import { defineCommand } from "../../command/define-command.ts";
import { trustText } from "./trust-text.ts";

/** Shows whose signatures count on the target, and the request that waits for signatures. */
export const trustShow = defineCommand({
  usage: "show",
  examples: ["countersign trust show", "countersign trust show --json=root,trust"],
  output: { "trust.show": TrustView },
  async run(context) {
    const session = await openSession(context);
    const { id: repo } = await repositoryHere(context, session);
    const view = await session.client.readTrust({ repo });
    const { trust, root } = view;
    return {
      schema: "trust.show",
      data: view,
      text: (style) => trustText(view, style),
      plain: (trust?.people ?? []).flatMap(({ name, isOwner, keys }) =>
        keys.map(({ fingerprint }) => [
          ...[name, isOwner ? "owner" : "person", fingerprint],
          root ?? "",
        ]),
      ),
    };
  },
});
