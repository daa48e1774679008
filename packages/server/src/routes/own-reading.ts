import { contract, type DraftView, FeedbackDraft } from "@countersign/api";
import type { StoredFeedbackDraft } from "@countersign/engine";
import { implementPostRoute, implementRoute, type Server } from "../http/implement-route.ts";
import type { OrganisationTails } from "../stream/organisation-tail.ts";

/** Serves what a person keeps about a task for themselves, and the preview of a redo. */
export function addOwnReadingRoutes(
  server: Server,
  tails: Pick<OrganisationTails, "tellOwn">,
): void {
  const { engine } = server;
  implementRoute(server, contract.readDraft, async ({ by, params: { task } }) =>
    viewDraft(task, await engine.draft(by, task)),
  );
  implementPostRoute(server, contract.saveDraft, async ({ by, params: { task }, body }) => {
    const saved = await engine.saveDraft(by, task, body);
    tails.tellOwn(by, task, "draft");
    return viewDraft(task, saved);
  });
  implementRoute(server, contract.listReadLines, async ({ by, params: { task } }) => {
    const files = await engine.readMarks(by, task);
    return { task, files: files.map(({ path, lines }) => ({ path, lines: [...lines] })) };
  });
  implementPostRoute(server, contract.markReadLines, async ({ by, params: { task }, body }) => {
    await engine.changeReadMarks(by, task, body);
    tails.tellOwn(by, task, "read");
    return {};
  });
  implementPostRoute(server, contract.previewFeedback, ({ by, params: { task }, body }) =>
    engine.previewRedo(by, task, { type: "redo", ...body }),
  );
}

/** A draft of another release, with fields that this one does not know, counts as none. */
function viewDraft(task: string, { draft, version, updatedMs }: StoredFeedbackDraft): DraftView {
  const read = FeedbackDraft.safeParse(draft);
  return { task, draft: read.success ? read.data : null, version, updatedMs };
}
