import { contract, type SprintView } from "@countersign/api";
import type { Sprint } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";

export function addSprintRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.showSprint, async ({ by }) => {
    const sprint = await engine.sprint(by);
    return { sprint: sprint && viewSprint(sprint) };
  });
  implementPostRoute(server, contract.startSprint, async ({ by, key, body }) =>
    viewSprint(await engine.startSprint(by, key, body)),
  );
  implementPostRoute(server, contract.pauseSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "pause" })),
  );
  implementPostRoute(server, contract.resumeSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "resume" })),
  );
  implementPostRoute(server, contract.addToSprint, async ({ by, key, body }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "add", tasks: body.tasks })),
  );
  implementPostRoute(server, contract.stopSprint, async ({ by, key }) =>
    viewSprint(await engine.changeSprint(by, key, { do: "stop" })),
  );
}

function viewSprint(sprint: Sprint): SprintView {
  return { ...sprint, tasks: [...sprint.tasks] };
}
