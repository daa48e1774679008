import { CountersignError, type TaskView } from "@countersign/api";
import type { EnginePort } from "../data/engine-port.ts";
import type { TaskRequest } from "../model/step.ts";
import type { Message } from "./message.ts";

/** Sends a person's decision and loads the result. */
export async function sendRequest(engine: EnginePort, sending: TaskRequest): Promise<Message> {
  try {
    await act(engine, sending);
  } catch (error) {
    const code = error instanceof CountersignError ? error.code : "internal";
    return { type: "not_sent", sending, code, why: refusalReason(error) };
  }
  return { type: "sent", sending, view: await viewAfter(engine, sending.task) };
}

/** Returns why a request failed. A missing signature comes with what the person can do about it. */
function refusalReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const hint =
    error instanceof CountersignError && error.code === "human_only" ? error.hint : undefined;
  return hint === undefined ? error.message : `${error.message}. ${hint}`;
}

/** Loads the task after a successful command; a failure to load it does not change the result. */
async function viewAfter(engine: EnginePort, task: string): Promise<TaskView | null> {
  return await engine.showTask({ task }).catch(() => null);
}

async function act(engine: EnginePort, sending: TaskRequest): Promise<unknown> {
  const { task } = sending;
  switch (sending.act) {
    case "approve": {
      const { round, tree, note = "" } = sending;
      const body = note === "" ? { round, tree } : { round, tree, note };
      return await engine.approve({ task, body });
    }
    case "redo": {
      const { round, tree, customFeedback, option, priority } = sending;
      const quickIssues = [...sending.quickIssues];
      const body = { round, tree, quickIssues, customFeedback, option, priority };
      return await engine.redo({ task, body });
    }
    case "reject": {
      const { round, tree, reason } = sending;
      return await engine.reject({ task, body: { round, tree, reason } });
    }
    case "override": {
      const { round, tree, reason } = sending;
      return await engine.override({ task, body: { round, tree, reason } });
    }
    case "undo": {
      const { round, tree } = sending;
      return await engine.undo({ task, body: { round, tree } });
    }
    case "mode": {
      const { round, tree, mode } = sending;
      return await engine.changeMode({ task, body: { round, tree, mode } });
    }
    case "release": {
      const { round, tree, offered, way } = sending;
      const resolutions = [...way.resolutions];
      return await engine.release({ task, body: { round, tree, offered, resolutions } });
    }
    case "retry":
    case "cancel": {
      const { act: verb, round, tree, requirement, reviewer } = sending;
      const given = { task, body: { round, tree, requirement, reviewer } };
      return await (verb === "retry" ? engine.retryReviewer(given) : engine.cancelReviewer(given));
    }
    case "review": {
      const { round, tree } = sending;
      return await engine.requestReview({ task, body: { round, tree, reviewer: null } });
    }
    case "later":
      return await engine.putOff({ task, body: { seq: sending.seq, untilMs: sending.untilMs } });
    case "dismiss": {
      const { round, tree, finding, reason } = sending;
      const body = { is: "dismissed", reason, round, tree } as const;
      return await engine.dispose({ task, finding, body });
    }
  }
}
