import { contract, type SprintView } from "@countersign/api";
import type { Sprint } from "@countersign/engine";
import { implement, implementPost, type Server } from "../http/implement.ts";

export function sprintRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.showSprint, async ({ by }) => {
    const sprint = await engine.sprint(by);
    return { sprint: sprint && viewSprint(sprint) };
  });
  implementPost(server, contract.startSprint, async ({ by, key, body }) =>
    viewSprint(await engine.startSprint(by, key, body)),
  );
  implementPost(server, contract.pauseSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "pause" })),
  );
  implementPost(server, contract.resumeSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "resume" })),
  );
  implementPost(server, contract.addToSprint, async ({ by, key, body }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "add", tasks: body.tasks })),
  );
  implementPost(server, contract.stopSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "stop" })),
  );
}

function viewSprint(sprint: Sprint): SprintView {
  return { ...sprint, tasks: [...sprint.tasks] };
}
