import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";

const SESSIONS = ["sessions"];

/** Lists the person's sessions, and ends those that they no longer want. */
export function SessionTable() {
  const { engine, signOut } = useSession();
  const { show, fail } = useNotice();
  const cache = useQueryClient();
  const { data } = useQuery(
    queryOptions({ queryKey: SESSIONS, queryFn: () => engine.listSessions() }),
  );
  const end = (id: string): void => {
    engine.endSession({ id }).then(
      () => {
        show("The session has ended.");
        void cache.invalidateQueries({ queryKey: SESSIONS });
      },
      (error: Error) => fail(error.message),
    );
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="mb-2 text-lg font-semibold">
        Sessions
      </h2>
      <ul className="flex flex-col gap-2">
        {data?.items.map(({ id, createdMs, expiresMs, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center gap-3">
            <span className="grow">
              Signed in {new Date(createdMs).toLocaleString()}, until{" "}
              {new Date(expiresMs).toLocaleTimeString()}
              {isCurrent && " (this session)"}
            </span>
            <button
              type="button"
              className="button"
              aria-label={`End the session of ${new Date(createdMs).toLocaleString()}`}
              onClick={() => (isCurrent ? signOut() : end(id))}
            >
              End
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
