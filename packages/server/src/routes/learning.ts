import { contract } from "@countersign/api";
import { implement, type Server } from "../http/implement.ts";

export function learningRoutes(server: Server): void {
  const { engine } = server;
  implement(server, contract.listRecurringFindings, async ({ by, query }) => ({
    items: (await engine.recurringFindings(by, query)).map((finding) => ({
      ...finding,
      raisedBy: [...finding.raisedBy],
    })),
  }));
  implement(server, contract.listPolicyGaps, async ({ by, query }) => ({
    items: (await engine.policyGaps(by, query)).map((group) => ({
      ...group,
      foundBy: [...group.foundBy],
      tasks: [...group.tasks],
    })),
  }));
}
