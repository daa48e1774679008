import { contract } from "@countersign/api";
import { implementRoute, type Server } from "../http/implement-route.ts";
import { viewDiff } from "../views/view-diff.ts";

/** Serves a change in parts. Reads accept a unique prefix of an id. */
export function addChangeRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listFiles, async ({ by, params, query }) => {
    const task = await engine.findTask(by, params.task);
    const { files, ...change } = await engine.changeFiles(by, task, query);
    const listed = files.map((file) => ({ ...file, domains: [...file.domains] }));
    return { task, ...change, files: listed };
  });
  implementRoute(server, contract.showPatches, async ({ by, params, query }) => {
    const task = await engine.findTask(by, params.task);
    const { file: files, ...span } = query;
    return viewDiff(task, await engine.diff(by, task, { ...span, files }));
  });
  implementRoute(server, contract.listRounds, async ({ by, params }) => {
    const task = await engine.findTask(by, params.task);
    const found = await engine.rounds(by, task);
    return { task, items: found.map((one) => ({ ...one, decisions: [...one.decisions] })) };
  });
}
