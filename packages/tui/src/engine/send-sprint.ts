import type { SprintView } from "@countersign/api";
import type { EnginePort } from "../data/engine-port.ts";
import type { SprintRequest } from "../model/step.ts";
import type { Message } from "./message.ts";
import { requestNeed } from "./request-need.ts";

/** Sends a command to the sprint and returns its current state, even after a refusal. */
export async function sendSprint(
  engine: EnginePort,
  request: SprintRequest,
  nowMs: () => number,
): Promise<Message[]> {
  try {
    const sprint = await act(engine, request);
    return [{ type: "answered", answer: { type: "sprint", sprint, minute: null } }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const told = `Cannot ${request.do} the sprint: ${why}`;
    const key = { is: "sprint", minute: Math.floor(nowMs() / MINUTE_MS), key: "sprint" } as const;
    const answer = await requestNeed(engine, key, nowMs).catch(() => null);
    return [
      ...(answer === null ? [] : [{ type: "answered", answer } as const]),
      { type: "noticed", text: told, paint: "bad" },
    ];
  }
}

const MINUTE_MS = 60_000;

async function act(engine: EnginePort, request: SprintRequest): Promise<SprintView> {
  switch (request.do) {
    case "start": {
      const { target, pauseOnFailure } = request;
      return await engine.startSprint({
        body: { tasks: [...request.tasks], target, pauseOnFailure },
      });
    }
    case "add":
      return await engine.addToSprint({ body: { tasks: [...request.tasks] } });
    case "pause":
      return await engine.pauseSprint();
    case "resume":
      return await engine.resumeSprint();
    case "stop":
      return await engine.stopSprint();
  }
}
