import type { SprintView } from "@countersign/api";
import type { SprintSaid } from "../store/step.ts";
import type { EnginePort } from "./engine-port.ts";
import type { Message } from "./message.ts";

/** Says something to the sprint; the answer is how it stands. */
export async function sendSprint(engine: EnginePort, said: SprintSaid): Promise<Message> {
  try {
    const sprint = await act(engine, said);
    return { type: "answered", answer: { type: "sprint", sprint, minute: null } };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "told", text: `Cannot ${said.do} the sprint: ${why}`, paint: "bad" };
  }
}

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
