import { type AuditEntry, createVerifier } from "@countersign/engine";
import type { OpenEngine } from "../engine/open-engine.ts";

type Audited = Pick<OpenEngine, "engine" | "ana">;

/** The name of the organisation's own log beside those of its tasks. */
export const ORGANISATION = "@organisation";

/** Seals what is there, and exports it as `audit export` does. */
export async function exportLines({ engine, ana }: Audited): Promise<string[]> {
  const lines: string[] = [];
  let after: string | undefined;
  do {
    const page = await engine.auditRecords(ana, { after });
    lines.push(...page.items.map((item) => JSON.stringify(item)));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return lines;
}

/** Verifies an export as `audit verify` does, and answers with what it reports. */
export async function findProblems(audited: Audited): Promise<string[]> {
  const { publicKey, outside } = await audited.engine.audit(audited.ana);
  const verifier = createVerifier({ publicKey, outside });
  for (const line of await exportLines(audited)) verifier.readLine(line);
  return verifier.finish().problems.map(({ text }) => text);
}

/** The organisation's own log, newest first. */
export async function listLog({ engine, ana }: Audited): Promise<readonly AuditEntry[]> {
  const { items } = await engine.auditEntries(ana, { limit: 500, about: "organisation" });
  return items;
}
