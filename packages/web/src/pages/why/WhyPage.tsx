import { standingText, type TaskView, type WhyView } from "@countersign/api";
import { lastReviewedRound, safeText, turnText } from "@countersign/review";
import { useNavigate } from "@tanstack/react-router";
import { useCommands } from "../../commands/Commands.tsx";
import { useLog, useTask, useTriedModes, useWhy } from "../../data/queries.ts";
import { PageState } from "../../frame/PageState.tsx";
import { useSession } from "../../session/Session.tsx";
import { TaskTabs } from "../task/TaskTabs.tsx";
import { CopyJson } from "./CopyJson.tsx";
import { GateTable } from "./GateTable.tsx";
import { ModeTrial } from "./ModeTrial.tsx";
import { StageCard } from "./StageCard.tsx";
import { stageTimes } from "./stage-times.ts";
import { Timeline } from "./Timeline.tsx";
import { whyStages } from "./why-stages.ts";

/** Explains the state of a task: the six stages, the gate, chain and mode, and what happened. */
export function WhyPage({ task }: { task: string }) {
  const why = useWhy(task);
  const view = useTask(task);
  const navigate = useNavigate();
  useCommands("why", { "app.back": () => void navigate({ to: "/t/$task", params: { task } }) });
  return (
    <PageState query={why} what={`the explanation of ${task}`}>
      {(explained) => (
        <PageState query={view} what={`task ${task}`}>
          {(shown) => <Explanation why={explained} task={shown} />}
        </PageState>
      )}
    </PageState>
  );
}

function Explanation({ why, task }: { why: WhyView; task: TaskView }) {
  const { me } = useSession();
  const stages = whyStages(why, task);
  const times = stageTimes(useLog(why.task).data?.items ?? []);
  return (
    <article className="flex flex-col gap-6 p-4">
      <header>
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="grow font-semibold text-xl [overflow-wrap:anywhere]">
            Why: <span className="text-muted">{why.task}</span> {safeText(why.title)}
          </h1>
          <CopyJson what="the whole explanation" value={why} />
          <TaskTabs task={why.task} current="why" since={lastReviewedRound(task, me.actor.id)} />
        </div>
        <p className="font-semibold">{safeText(standingText(task, me.actor.id, Date.now()))}</p>
        <p className="text-muted">
          {why.state}, round {why.round ?? 0}, attempt {why.attempt}; turn:{" "}
          {turnText(why.turn, me.actor.id)}
        </p>
        {why.unreviewed !== null && <p>Meanwhile: {safeText(why.unreviewed)}</p>}
      </header>
      <section aria-labelledby="stages">
        <h2 id="stages" className="mb-2 text-lg font-semibold">
          From the change to the decision
        </h2>
        {stages.length === 0 ? (
          <p>No plan has been made for this task yet.</p>
        ) : (
          <ol className="grid gap-3 md:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-6">
            {stages.map((stage, at) => (
              <StageCard key={stage.title} stage={stage} number={at + 1} time={times[at] ?? ""} />
            ))}
          </ol>
        )}
      </section>
      <GateTable decided={why.decisions.at(-1) ?? null} />
      <ChainAndMode why={why} />
      <ModeTrial query={useTriedModes(why.task)} now={why.plan?.mode.mode ?? null} />
      <Timeline story={why.story} />
    </article>
  );
}

function ChainAndMode({ why: { plan } }: { why: WhyView }) {
  if (plan === null) return null;
  const { chain, chainBecause, mode } = plan;
  return (
    <section aria-labelledby="chain">
      <h2 id="chain" className="mb-2 text-lg font-semibold">
        Chain and mode
      </h2>
      <p>
        Chain {chain.length === 0 ? "none" : chain.join(" → ")}, from{" "}
        <code>{safeText(chainBecause.entry)}</code>: {safeText(chainBecause.fact)}
      </p>
      <p>
        Mode {mode.mode}, from <code>{safeText(mode.because.entry)}</code>:{" "}
        {safeText(mode.because.fact)}
        {mode.mayAutoApprove ? "" : "; a person must approve"}
      </p>
    </section>
  );
}
