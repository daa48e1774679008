import { CountersignError, type TaskView } from "@countersign/api";
import type { Sending } from "../store/step.ts";
import type { EnginePort } from "./engine-port.ts";
import type { Message } from "./message.ts";

/** Sends what a person decided and looks at what became of it. */
export async function sendTo(engine: EnginePort, sending: Sending): Promise<Message> {
  try {
    await act(engine, sending);
  } catch (error) {
    const code = error instanceof CountersignError ? error.code : "internal";
    const why = error instanceof Error ? error.message : String(error);
    return { type: "not_sent", sending, code, why };
  }
  return { type: "sent", sending, view: await viewAfter(engine, sending.task) };
}

/** It was done; that it cannot be looked at now does not change that. */
async function viewAfter(engine: EnginePort, task: string): Promise<TaskView | null> {
  return await engine.showTask({ task }).catch(() => null);
}

async function act(engine: EnginePort, sending: Sending): Promise<unknown> {
  const { task } = sending;
  switch (sending.act) {
    case "approve": {
      const { round, tree, note = "" } = sending;
      const body = note === "" ? { round, tree } : { round, tree, note };
      return await engine.approve({ task, body });
    }
    case "redo": {
      const { customFeedback, option, priority } = sending;
      const body = { quickIssues: [...sending.quickIssues], customFeedback, option, priority };
      return await engine.redo({ task, body });
    }
    case "reject":
      return await engine.reject({ task, body: { reason: sending.reason } });
    case "override":
      return await engine.override({ task, body: { reason: sending.reason } });
    case "undo":
      return await engine.undo({ task });
    case "mode":
      return await engine.changeMode({ task, body: { mode: sending.mode } });
    case "retry":
    case "cancel": {
      const { act: verb, round, requirement, reviewer } = sending;
      const given = { task, body: { round, requirement, reviewer } };
      return await (verb === "retry" ? engine.retryReviewer(given) : engine.cancelReviewer(given));
    }
    case "later":
      return await engine.putOff({ task, body: { untilMs: sending.untilMs } });
    case "dismiss": {
      const { finding, reason } = sending;
      return await engine.dispose({ task, finding, body: { is: "dismissed", reason } });
    }
  }
}
