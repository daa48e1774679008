import { contract } from "@countersign/api";
import { implementPostRoute, type Server } from "../http/implement-route.ts";
import { viewAnswer } from "../views/view-answer.ts";

export function addWorkRoutes(server: Server): void {
  const { engine } = server;
  implementPostRoute(server, contract.claim, async ({ by, key, params, body }) =>
    viewAnswer(await engine.command(by, key, params.task, { type: "claim", ...body })),
  );
  implementPostRoute(server, contract.submit, async ({ by, key, params, body }) =>
    viewAnswer(await engine.submitWork(by, key, { ...body, task: params.task })),
  );
  implementPostRoute(server, contract.submitWork, async ({ by, key, body }) =>
    viewAnswer(await engine.submitWork(by, key, body)),
  );
  implementPostRoute(server, contract.recordVerdict, async ({ by, key, params, body }) => {
    const { round, ...said } = body;
    // Only the engine's own runner can know that a command ran in a sandbox.
    const verdict = { ...said, type: "record_verdict", number: round, sandboxed: false } as const;
    return viewAnswer(await engine.command(by, key, params.task, verdict));
  });
  implementPostRoute(
    server,
    contract.dispose,
    async ({ by, key, params: { task, finding }, body }) => {
      const { round, tree, ...as } = body;
      const command = { type: "dispose", finding, as, round, tree } as const;
      return viewAnswer(await engine.command(by, key, task, command));
    },
  );
  implementPostRoute(server, contract.reportEvent, async ({ by, key, params, body }) =>
    viewAnswer(await engine.command(by, key, params.task, { type: "report_event", ...body })),
  );
}
