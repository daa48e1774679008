import { CountersignError } from "@countersign/core";
import type { BatchResult, CommandAnswer, Engine, Principal } from "@countersign/engine";

/** Approves lists of tasks in memory, and undoes them by key. */
export function memoryBatches(
  execute: (...call: Parameters<Engine["command"]>) => Promise<CommandAnswer>,
): Pick<Engine, "approveBatch" | "undoBatch"> {
  const batches = new Map<string, readonly CommandAnswer[]>();
  const name = ({ org, actor }: Principal, key: string) => `${org} ${actor.id} ${key}`;
  const all = async <Item extends { task: string }>(
    items: readonly Item[],
    act: (item: Item) => Promise<CommandAnswer>,
  ): Promise<BatchResult> => {
    const decided: CommandAnswer[] = [];
    const refused: { task: string; code: string; message: string }[] = [];
    for (const item of items)
      await act(item).then(
        (answer) => decided.push(answer),
        (error: unknown) => {
          if (!(error instanceof CountersignError)) throw error;
          refused.push({ task: item.task, code: error.code, message: error.message });
        },
      );
    return { decided, refused };
  };
  return {
    async approveBatch(by, key, shown) {
      const result = await all(shown, async ({ task, ...content }) =>
        execute(by, `${key} ${task}`, task, { type: "approve", ...content }),
      );
      batches.set(name(by, key), result.decided);
      return result;
    },
    async undoBatch(by, key, batch) {
      const decided = batches.get(name(by, batch));
      if (decided === undefined) throw new CountersignError("not_found", "There is no such batch");
      return await all(decided, async ({ task, round }) =>
        execute(by, `${key} ${task}`, task, { type: "undo", round, tree: "1".repeat(40) }),
      );
    },
  };
}
