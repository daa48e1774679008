import { safeText } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { useCommands } from "../../commands/Commands.tsx";
import { useTask } from "../../data/queries.ts";
import { PageState } from "../../frame/PageState.tsx";
import { CopyJson } from "../why/CopyJson.tsx";
import { RecordHead } from "./RecordHead.tsx";

/** A task as the API returns it. */
export function RawPage({ task }: { task: string }) {
  const navigate = useNavigate();
  useCommands("why", { "app.back": () => void navigate({ to: "/t/$task", params: { task } }) });
  return (
    <PageState query={useTask(task)} what={`task ${task}`}>
      {(view) => (
        <article className="flex flex-col gap-4 p-4">
          <RecordHead view={view} current="raw" />
          <p className="flex flex-wrap items-center gap-3">
            <span>
              The object that <code>countersign task show {view.id} --json</code> prints.
            </span>
            <CopyJson what="the task" value={view} />
          </p>
          <pre className="whitespace-pre-wrap rounded border border-edge bg-panel p-3 text-sm [overflow-wrap:anywhere]">
            {JSON.stringify(view, null, 2)
              .split("\n")
              .map((line) => safeText(line))
              .join("\n")}
          </pre>
        </article>
      )}
    </PageState>
  );
}
