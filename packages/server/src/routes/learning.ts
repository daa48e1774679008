import { contract } from "@countersign/api";
import { implementRoute, type Server } from "../http/implement-route.ts";

export function addLearningRoutes(server: Server): void {
  const { engine } = server;
  implementRoute(server, contract.listRecurringFindings, async ({ by, query }) => ({
    items: (await engine.recurringFindings(by, query)).map((finding) => ({
      ...finding,
      raisedBy: [...finding.raisedBy],
    })),
  }));
  implementRoute(server, contract.listPolicyGaps, async ({ by, query }) => ({
    items: (await engine.policyGaps(by, query)).map((group) => ({
      ...group,
      foundBy: [...group.foundBy],
      tasks: [...group.tasks],
    })),
  }));
}
