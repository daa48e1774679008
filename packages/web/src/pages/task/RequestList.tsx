import type { TaskView } from "@countersign/api";
import {
  type Change,
  countDone,
  countText,
  listRequests,
  type RequestStatus,
  SIGNS,
  safeText,
} from "@countersign/review";
import { useSession } from "../../session/Session.tsx";

type RequestListProps = { view: TaskView; since: number; now: number; change: Change };

const LOOKS: Readonly<Record<RequestStatus, readonly [sign: string, tone: string]>> = {
  fixed: [SIGNS.tick, "text-ok"],
  changed: [SIGNS.tick, "text-ink"],
  "not done": [SIGNS.cross, "text-critical"],
  answered: ["?", "text-ink"],
  asked: [SIGNS.info, "text-muted"],
  new: ["+", "text-warning"],
  late: [SIGNS.open, "text-muted"],
  dismissed: [SIGNS.info, "text-muted"],
};

const UPSTREAM: Readonly<Record<Change["upstream"], string>> = {
  none: "",
  left_out: "The target branch moved; its changes are left out.",
  included: "The target branch moved; its changes could not be told apart and are included.",
};

/** What became of each request since the last review. The table below shows only what is new. */
export function RequestList({ view, since, now, change }: RequestListProps) {
  const { me } = useSession();
  const requests = listRequests(view, { since, now, me: me.actor.id, change });
  const { done, all } = countDone(requests);
  const isEmpty = change.files.length + change.unshown.length === 0;
  return (
    <section aria-labelledby="requests" className="border-edge border-b p-4">
      <h2 id="requests" className="mb-1 font-semibold">
        Since round {since}
        {all > 0 && `: ${done} of ${countText(all, "request")} done`}
      </h2>
      {UPSTREAM[change.upstream] !== "" && (
        <p className="text-muted">{UPSTREAM[change.upstream]}</p>
      )}
      <ul>
        {requests.map(({ text, status, place }, at) => {
          const [sign, tone] = LOOKS[status];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two requests may have the same words
            <li key={at} className="flex flex-wrap gap-x-2">
              <span className={`w-24 shrink-0 ${tone}`}>
                <span aria-hidden="true">{sign}</span> {status}
              </span>
              <span className="min-w-0 grow basis-48 [overflow-wrap:anywhere]">
                {safeText(text)}
              </span>
              <span className="text-muted [overflow-wrap:anywhere]">{safeText(place)}</span>
            </li>
          );
        })}
      </ul>
      {isEmpty && <p>Nothing was changed by the author since then.</p>}
    </section>
  );
}
