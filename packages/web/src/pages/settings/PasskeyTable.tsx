import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNotice } from "../../frame/Notices.tsx";
import { hasPasskeys } from "../../passkeys/has-passkeys.ts";
import { useSession } from "../../session/Session.tsx";

const SIGNING_KEYS = ["signing-keys"];

/** Lists the keys with which the person signs decisions, and adds a passkey of this page. */
export function PasskeyTable() {
  const { engine, me, clientWith } = useSession();
  const { show, fail } = useNotice();
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data } = useQuery(
    queryOptions({ queryKey: SIGNING_KEYS, queryFn: () => engine.listKeys() }),
  );
  const own = data?.items.filter(({ actor, retiredMs }) => actor === me.actor.id && !retiredMs);
  const add = async (): Promise<void> => {
    setAdding(true);
    try {
      const { addPasskey } = await import("../../passkeys/add-passkey.ts");
      const person = me.actor.id;
      const added = await addPasskey({ person, clientWith, say: show, canSignElsewhere: false });
      show(`Added the passkey ${added.fingerprint}.`);
      await cache.invalidateQueries({ queryKey: SIGNING_KEYS });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
    setAdding(false);
  };
  return (
    <section aria-labelledby="signing-keys">
      <h2 id="signing-keys" className="mb-2 text-lg font-semibold">
        Signing keys
      </h2>
      {own?.length === 0 && <p>You have no key to sign decisions with.</p>}
      <ul className="mb-2 flex flex-col gap-2">
        {own?.map(({ fingerprint, origins }) => (
          <li key={fingerprint} className="break-all">
            {fingerprint} ({origins.length === 0 ? "command line" : `passkey of ${origins[0]}`})
          </li>
        ))}
      </ul>
      {hasPasskeys() ? (
        <button type="button" className="button" disabled={isAdding} onClick={() => void add()}>
          Add a passkey
        </button>
      ) : (
        <p className="text-muted">
          Passkeys need a host name. Run in a terminal: countersign key add --passkey
        </p>
      )}
    </section>
  );
}
