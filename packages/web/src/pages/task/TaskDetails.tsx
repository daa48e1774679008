import type { TaskView } from "@countersign/api";
import { checkText, listChecks, SIGNS, safeText } from "@countersign/review";

/** What the author says about the work, what was asked for, and the results of the checks. */
export function TaskDetails({ view }: { view: TaskView }) {
  const { description, acceptance, round } = view;
  const checks = listChecks(view);
  return (
    <details className="border-edge border-b px-4 py-2">
      <summary className="min-h-6 cursor-pointer">
        Details: {round === null ? "the task" : `signal ${round.signal}`}, {checks.length} checks
      </summary>
      {description !== null && <Prose title="Task" text={description} />}
      {acceptance.length > 0 && <Prose title="Acceptance" text={acceptance.join("\n")} />}
      {round !== null && round.summary !== "" && <Prose title="Author" text={round.summary} />}
      {checks.length > 0 && (
        <section>
          <h2 className="mt-2 font-semibold">Checks</h2>
          <ul>
            {checks.map((check) => (
              <li key={check.name} className="[overflow-wrap:anywhere]">
                <span aria-hidden="true">{check.state === "passed" ? SIGNS.tick : SIGNS.info}</span>{" "}
                {safeText(`${check.name}: ${checkText(check)}`)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </details>
  );
}

function Prose({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h2 className="mt-2 font-semibold">{title}</h2>
      {text.split("\n").map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other name
        <p key={at} className="min-h-5 [overflow-wrap:anywhere]">
          {safeText(line)}
        </p>
      ))}
    </section>
  );
}
