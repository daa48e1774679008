import { CountersignError } from "@countersign/api";
import { safeText } from "@countersign/review";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { mayPass } from "../../data/queries.ts";
import { useNotice } from "../../frame/Notices.tsx";
import { useSession } from "../../session/Session.tsx";
import { InviteForm } from "./InviteForm.tsx";
import { PeopleTable } from "./PeopleTable.tsx";

const PEOPLE = ["people"];

/** Lists, invites and removes people, for administrators who have just signed in again. */
export function PeopleSection() {
  const { engine } = useSession();
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: PEOPLE,
      queryFn: () => engine.listPeople(),
      retry: (_, failed) => mayPass(failed),
    }),
  );
  const reload = (): void => void cache.invalidateQueries({ queryKey: PEOPLE });
  const isRefused = error instanceof CountersignError && error.code === "forbidden";
  return (
    <section aria-labelledby="people">
      <h2 id="people" className="mb-2 font-semibold text-lg">
        People
      </h2>
      {isRefused ? (
        <FreshSignIn />
      ) : error !== null ? (
        <p role="alert">
          Cannot load the people: {safeText(error.message)}{" "}
          <button type="button" className="button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <PeopleTable people={data?.items ?? []} onChanged={reload} />
          <InviteForm onInvited={reload} />
        </div>
      )}
    </section>
  );
}

/** Sends the browser to the identity provider, which asks for the person's password again. */
function FreshSignIn() {
  const { engine } = useSession();
  const { fail } = useNotice();
  const begin = (): void => {
    engine.beginAdministration({ body: {} }).then(
      ({ url }) => location.assign(url),
      (error: Error) => fail(error.message),
    );
  };
  return (
    <>
      <p className="mb-2">
        Administrators can list, invite and remove people for 15 minutes after they have signed in
        again.
      </p>
      <button type="button" className="button" onClick={begin}>
        Sign in again
      </button>
    </>
  );
}
