import { type Answer, contract } from "@countersign/api";
import type { ClientCommand, Principal } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";
import { viewAnswer } from "../views/view-answer.ts";

type DecisionRequest = { by: Principal; key: string; params: { task: string } };

export function addDecisionRoutes(server: Server): void {
  const say = async (
    { by, key, params }: DecisionRequest,
    command: ClientCommand,
  ): Promise<Answer> => viewAnswer(await server.engine.command(by, key, params.task, command));

  implementPostRoute(server, contract.approve, (asked) =>
    say(asked, { type: "approve", ...asked.body }),
  );
  implementPostRoute(server, contract.redo, (asked) => say(asked, { type: "redo", ...asked.body }));
  implementPostRoute(server, contract.reject, (asked) =>
    say(asked, { type: "reject", ...asked.body }),
  );
  implementPostRoute(server, contract.override, (asked) =>
    say(asked, { type: "override", ...asked.body }),
  );
  implementPostRoute(server, contract.release, (asked) =>
    say(asked, { type: "release", ...asked.body }),
  );
  implementPostRoute(server, contract.undo, (asked) => say(asked, { type: "undo", ...asked.body }));
  implementPostRoute(server, contract.retryReviewer, (asked) =>
    say(asked, { type: "retry_reviewer", ...asked.body }),
  );
  implementPostRoute(server, contract.cancelReviewer, (asked) =>
    say(asked, { type: "cancel_reviewer", ...asked.body }),
  );
  implementPostRoute(server, contract.requestReview, (asked) =>
    say(asked, { type: "request_review", ...asked.body }),
  );
  implementPostRoute(server, contract.changeMode, (asked) =>
    say(asked, { type: "change_mode", ...asked.body }),
  );
  implementPostRoute(server, contract.reopen, (asked) =>
    say(asked, { type: "reopen", ...asked.body }),
  );
  implementPostRoute(server, contract.cancel, (asked) =>
    say(asked, { type: "cancel", ...asked.body }),
  );
  implementPostRoute(server, contract.approveBatch, async ({ by, key, body }) => {
    const { decided, refused } = await server.engine.approveBatch(by, key, body.items);
    return { approved: decided.map(viewAnswer), refused: [...refused] };
  });
  implementPostRoute(server, contract.undoBatch, async ({ by, key, body }) => {
    const { decided, refused } = await server.engine.undoBatch(by, key, body.key);
    return { undone: decided.map(viewAnswer), refused: [...refused] };
  });
  implementPostRoute(server, contract.putOff, ({ by, params, body }) =>
    server.engine.snooze(by, params.task, body),
  );
  implementRoute(server, contract.takeUp, ({ by, params }) =>
    server.engine.unsnooze(by, params.task),
  );
}
