import type { PersonLine } from "@countersign/api";
import { safeText } from "@countersign/review";
import { useState } from "react";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import { Sheet } from "../task/Sheet.tsx";

type TableProps = { people: readonly PersonLine[]; onChanged(): void };

/** Lists the accounts and open invitations of people, and removes a person. */
export function PeopleTable({ people, onChanged }: TableProps) {
  const [removed, setRemoved] = useState<string | null>(null);
  if (people.length === 0) return <p>No person signs in with an account yet.</p>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {people.map((line) => (
          <li key={line.id} className="flex flex-wrap items-center gap-3">
            <span className="grow [overflow-wrap:anywhere]">
              <span className="font-semibold">{safeText(line.actor)}</span> {accountText(line)}
              {line.canAdminister && ", administrator"}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Remove ${safeText(line.actor)}`}
              onClick={() => setRemoved(line.actor)}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {removed !== null && (
        <RemoveSheet actor={removed} onClose={() => setRemoved(null)} onRemoved={onChanged} />
      )}
    </>
  );
}

function accountText({ identity, invitedUntilMs }: PersonLine): string {
  return identity === null
    ? `invited until ${new Date(invitedUntilMs).toLocaleString()}`
    : `${safeText(identity.subject)} at ${safeText(identity.issuer)}`;
}

type RemoveProps = { actor: string; onClose(): void; onRemoved(): void };

/** Asks before it removes every account and invitation of a person: that cannot be undone. */
function RemoveSheet({ actor, onClose, onRemoved }: RemoveProps) {
  const { engine } = useSession();
  const { show, fail } = useNotice();
  const name = safeText(actor);
  const remove = (): void => {
    onClose();
    engine.removePerson({ actor }).then(
      () => {
        show(`Removed ${name}. Their sessions have ended.`);
        onRemoved();
      },
      (error: Error) => fail(error.message),
    );
  };
  return (
    <Sheet title={`Remove ${name}`} panel="confirm" onClose={onClose}>
      <p className="mb-3">
        All accounts and invitations of {name} are removed, and their sessions end at once. Tokens
        of the command line stay valid until they are revoked.
      </p>
      <p className="flex flex-wrap gap-2">
        <button type="button" className="button" data-kind="main" onClick={remove}>
          Remove {name}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel <kbd className="key">Esc</kbd>
        </button>
      </p>
    </Sheet>
  );
}
