import type { SprintView } from "@countersign/api";
import type { SprintSaid } from "../store/step.ts";
import { ask } from "./ask.ts";
import type { EnginePort } from "./engine-port.ts";
import type { Message } from "./message.ts";

/** Says something to the sprint; the answer is how it stands, also when it was refused. */
export async function sendSprint(
  engine: EnginePort,
  said: SprintSaid,
  nowMs: () => number,
): Promise<Message[]> {
  try {
    const sprint = await act(engine, said);
    return [{ type: "answered", answer: { type: "sprint", sprint, minute: null } }];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const told = `Cannot ${said.do} the sprint: ${why}`;
    const key = { is: "sprint", minute: Math.floor(nowMs() / MINUTE_MS), key: "sprint" } as const;
    const answer = await ask(engine, key, nowMs).catch(() => null);
    return [
      ...(answer === null ? [] : [{ type: "answered", answer } as const]),
      { type: "told", text: told, paint: "bad" },
    ];
  }
}

const MINUTE_MS = 60_000;

async function act(engine: EnginePort, said: SprintSaid): Promise<SprintView> {
  switch (said.do) {
    case "start": {
      const { target, pauseOnFailure } = said;
      return await engine.startSprint({ body: { tasks: [...said.tasks], target, pauseOnFailure } });
    }
    case "add":
      return await engine.addToSprint({ body: { tasks: [...said.tasks] } });
    case "pause":
      return await engine.pauseSprint();
    case "resume":
      return await engine.resumeSprint();
    case "stop":
      return await engine.stopSprint();
  }
}
