import { hasTurnHolder, type TriedModes } from "@countersign/api";
import { safeText, turnText } from "@countersign/review";
import type { UseQueryResult } from "@tanstack/react-query";
import { useSession } from "../../session/Session.tsx";

type TriedMode = TriedModes["items"][number];

/** Shows what each mode would do to the task. Nothing is changed. */
export function ModeTrial({
  query,
  now,
}: {
  query: UseQueryResult<TriedModes>;
  now: string | null;
}) {
  const { me } = useSession();
  if (query.data === undefined) return null;
  return (
    <section aria-labelledby="modes">
      <h2 id="modes" className="mb-2 text-lg font-semibold">
        What each mode would do
      </h2>
      <table className="text-left">
        <tbody>
          {query.data.items.map((tried) => (
            <tr key={tried.mode} className="border-edge border-t align-top">
              <th scope="row" className="pr-4 font-normal">
                {tried.mode}
                {tried.mode === now && <span className="text-muted"> (now)</span>}
              </th>
              <td className="[overflow-wrap:anywhere]">
                {safeText(triedText(tried, me.actor.id))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function triedText(tried: TriedMode, me: string): string {
  const { mode, refused, becomes, state, turn, waitsFor } = tried;
  if (refused !== null) return `cannot be chosen: ${refused}`;
  const stays = becomes === null || becomes === mode ? "" : `stays ${becomes}; `;
  const holder = hasTurnHolder(turn) ? `, turn: ${turnText(turn, me)}` : "";
  const waits = waitsFor.length === 0 ? "" : `, waits for ${waitsFor.join(", ")}`;
  return `${stays}${state}${holder}${waits}`;
}
