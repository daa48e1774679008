import type { CheckFinding } from "../findings/check-result.ts";
import { type CheckedRule, ruleFinding } from "./rule-finding.ts";
import type { ChangeView, ViewedFile } from "./view-change.ts";

const RULE: CheckedRule = {
  id: "lh-removed-01",
  severity: "major",
  recommendation: "Restore it. Only the copyright holder may change it.",
};

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|<!--|;|%|""")/;
const NOTICE =
  /SPDX-License-Identifier|SPDX-FileCopyrightText|\bcopyright\b|©|\blicen[cs]ed under\b/i;

/** Last line in which a licence notice is expected. */
const DEEPEST = 40;

/** Reports removed copyright and licence notices. */
export function checkLicenceHeaders({ files }: ChangeView): CheckFinding[] {
  return files.filter(({ fact }) => fact.status !== "deleted").flatMap(lostNotice);
}

function lostNotice({ fact, added, removed }: ViewedFile): CheckFinding[] {
  const gone = removed.filter(isNotice);
  const [first] = gone;
  if (first === undefined || added.filter(isNotice).length >= gone.length) return [];
  const message = `The file loses its notice of copyright or licence: line ${first.number} before.`;
  return [ruleFinding(RULE, "licence-headers", { file: fact.path }, message)];
}

function isNotice({ number, text }: { number: number; text: string }): boolean {
  return number <= DEEPEST && COMMENT.test(text) && NOTICE.test(text);
}
