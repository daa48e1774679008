import { safeText } from "@countersign/review";
import { CopyJson } from "./CopyJson.tsx";
import type { WhyRule, WhyStage } from "./why-stages.ts";

type StageProps = { stage: WhyStage; number: number; time: string };

/** One stage: its input, its output, its time, and the policy entries that fired or nearly did. */
export function StageCard({ stage, number, time }: StageProps) {
  const { title, input, output, rules, nearly, json } = stage;
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded border border-edge bg-panel p-3">
      <div className="flex items-center gap-2">
        <h3 className="grow font-semibold">
          {number}. {title}
        </h3>
        <CopyJson what={title} value={json} />
      </div>
      <p className="text-muted [overflow-wrap:anywhere]">from {safeText(input)}</p>
      <ul className="[overflow-wrap:anywhere]">
        {output.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a stage never move
          <li key={at} className="whitespace-pre-wrap">
            {safeText(line)}
          </li>
        ))}
      </ul>
      {time !== "" && <p className="text-muted">{time}</p>}
      <RuleList title="Fired" rules={rules} />
      <RuleList title="Nearly fired" rules={nearly} />
    </li>
  );
}

function RuleList({ title, rules }: { title: string; rules: readonly WhyRule[] }) {
  if (rules.length === 0) return null;
  return (
    <>
      <h4 className="text-muted">{title}</h4>
      <ul className="[overflow-wrap:anywhere]">
        {rules.map(({ entry, fact }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rules of a stage never move
          <li key={at}>
            <code>{safeText(entry)}</code> {safeText(fact)}
          </li>
        ))}
      </ul>
    </>
  );
}
