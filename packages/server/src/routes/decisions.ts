import { type Answer, contract } from "@countersign/api";
import type { ClientCommand, Principal } from "@countersign/engine";
import { implement, implementPost, type Server } from "../http/implement.ts";
import { viewAnswer } from "../views/view-answer.ts";

type Asked = { by: Principal; key: string; params: { task: string } };

export function decisionRoutes(server: Server): void {
  const say = async ({ by, key, params }: Asked, command: ClientCommand): Promise<Answer> =>
    viewAnswer(await server.engine.command(by, key, params.task, command));

  implementPost(server, contract.approve, (asked) =>
    say(asked, { type: "approve", ...asked.body }),
  );
  implementPost(server, contract.redo, (asked) => say(asked, { type: "redo", ...asked.body }));
  implementPost(server, contract.reject, (asked) => say(asked, { type: "reject", ...asked.body }));
  implementPost(server, contract.override, (asked) =>
    say(asked, { type: "override", ...asked.body }),
  );
  implementPost(server, contract.release, (asked) =>
    say(asked, { type: "release", ...asked.body }),
  );
  implementPost(server, contract.undo, (asked) => say(asked, { type: "undo", ...asked.body }));
  implementPost(server, contract.retryReviewer, (asked) =>
    say(asked, { type: "retry_reviewer", ...asked.body }),
  );
  implementPost(server, contract.cancelReviewer, (asked) =>
    say(asked, { type: "cancel_reviewer", ...asked.body }),
  );
  implementPost(server, contract.requestReview, (asked) =>
    say(asked, { type: "request_review", ...asked.body }),
  );
  implementPost(server, contract.changeMode, (asked) =>
    say(asked, { type: "change_mode", ...asked.body }),
  );
  implementPost(server, contract.reopen, (asked) => say(asked, { type: "reopen", ...asked.body }));
  implementPost(server, contract.cancel, (asked) => say(asked, { type: "cancel", ...asked.body }));
  implementPost(server, contract.putOff, ({ by, params, body }) =>
    server.engine.snooze(by, params.task, body),
  );
  implement(server, contract.takeUp, ({ by, params }) => server.engine.unsnooze(by, params.task));
}
