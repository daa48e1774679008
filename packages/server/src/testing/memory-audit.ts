import { CountersignError } from "@countersign/core";
import type { AuditState, Engine } from "@countersign/engine";

type AuditCalls =
  | "audit"
  | "auditEntries"
  | "auditRecords"
  | "acceptLoss"
  | "rotateSealKey"
  | "replay";

const STATE: AuditState = {
  last: null,
  outside: null,
  unsealed: 0,
  publicKey: "none",
  problem: null,
};

/** An engine without seals. */
export function memoryAudit(onCommand: () => void): Pick<Engine, AuditCalls> {
  const none = { items: [], next: null };
  return {
    audit: async () => STATE,
    auditEntries: async () => none,
    auditRecords: async () => none,
    async acceptLoss() {
      throw new CountersignError("wrong_state", "Nothing is missing", {
        details: { task: "The log", state: "complete" },
      });
    },
    async rotateSealKey() {
      onCommand();
      return STATE;
    },
    replay: async () => none,
  };
}
