import { reasonText, type WhyView } from "@countersign/api";
import { safeText } from "@countersign/review";
import { CopyJson } from "./CopyJson.tsx";

type LoggedDecision = WhyView["decisions"][number];

/** Shows how the gate was computed: the counts, and every row that fired with its inputs. */
export function GateTable({ decided }: { decided: LoggedDecision | null }) {
  if (decided === null) return null;
  const { effect, gate, counts, reasons } = decided.decision;
  return (
    <section aria-labelledby="gate">
      <div className="mb-2 flex items-center gap-3">
        <h2 id="gate" className="text-lg font-semibold">
          The gate
        </h2>
        <CopyJson what="the decision" value={decided} />
      </div>
      <p className="mb-2">
        {Object.entries(counts)
          .map(([severity, count]) => `${severity} ${String(count)}`)
          .join(", ")}{" "}
        → gate <strong>{gate.replaceAll("_", " ")}</strong>, effect <strong>{effect}</strong>
      </p>
      {/* Wide inputs scroll inside the table's own area. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key */}
      <section className="overflow-x-auto" aria-label="Reasons" tabIndex={0}>
        <table className="w-full text-left">
          <thead className="text-muted">
            <tr>
              <th scope="col">Rule table</th>
              <th scope="col">Reason</th>
              <th scope="col">Effect</th>
              <th scope="col">Requirement</th>
              <th scope="col">Inputs</th>
            </tr>
          </thead>
          <tbody>
            {reasons.map((reason, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the reasons of a decision never move
              <tr key={at} className="border-edge border-t align-top">
                <td className="pr-3">{reason.table}</td>
                <td className="pr-3">{safeText(reasonText(reason.row))}</td>
                <td className="pr-3">{reason.effect ?? "–"}</td>
                <td className="pr-3">{safeText(reason.requirement ?? "–")}</td>
                <td>{safeText(inputsText(reason.inputs))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function inputsText(inputs: LoggedDecision["decision"]["reasons"][number]["inputs"]): string {
  return Object.entries(inputs)
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join(" ");
}
