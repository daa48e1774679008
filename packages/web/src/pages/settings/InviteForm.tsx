import type { Invitation } from "@countersign/api";
import { clockText } from "@countersign/review";
import { type FormEvent, useState } from "react";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";

/** Invites a person and shows the link, which the server returns only once. */
export function InviteForm({ onInvited }: { onInvited(): void }) {
  const { engine } = useSession();
  const { fail } = useNotice();
  const [actor, setActor] = useState("");
  const [canAdminister, setCanAdminister] = useState(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const invite = (event: FormEvent): void => {
    event.preventDefault();
    engine.invitePerson({ body: { actor: actor.trim(), canAdminister } }).then(
      (created) => {
        setInvitation(created);
        setActor("");
        setCanAdminister(false);
        onInvited();
      },
      (error: Error) => fail(error.message),
    );
  };
  return (
    <form onSubmit={invite} className="flex flex-col gap-2">
      <h3 className="font-semibold">Invite a person</h3>
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2">
          Name
          <input
            className="field w-48"
            autoComplete="off"
            required
            value={actor}
            onChange={({ target }) => setActor(target.value)}
          />
        </label>
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-6"
            checked={canAdminister}
            onChange={({ target }) => setCanAdminister(target.checked)}
          />
          Administrator
        </label>
        <button type="submit" className="button">
          Invite
        </button>
      </div>
      {invitation !== null && <InvitationLink invitation={invitation} />}
    </form>
  );
}

function InvitationLink({ invitation: { actor, url, expiresMs } }: { invitation: Invitation }) {
  const { show, fail } = useNotice();
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => show("Copied the link."),
      () => fail("The browser does not allow copying."),
    );
  };
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>
        Send this link to {actor}. It works once, until tomorrow at {clockText(expiresMs)}, and is
        not shown again.
      </p>
      <p className="flex gap-2">
        <input
          className="field min-w-0 grow"
          aria-label={`Invitation of ${actor}`}
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <button type="button" className="button" onClick={copy}>
          Copy
        </button>
      </p>
    </div>
  );
}
