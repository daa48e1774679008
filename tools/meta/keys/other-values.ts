/**
 * Another value of each required key: a policy without the key is refused, which would prove
 * nothing.
 *
 * The values are valid, so that a test fails because of the key's effect.
 */
export const OTHER_VALUES: Readonly<Record<string, unknown>> = {
  "departments.*.head": "ignored",
  "domains.[].id": "ignored",
  "domains.[].globs": ["ignored/**"],
  "domains.[].description": "Ignored",
  "reviewers.[].id": "ignored",
  "reviewers.[].name": "Ignored",
  "reviewers.[].kind": "agent",
  "reviewers.[].adapter": "http",
  "reviewers.[].instructions.file": "ignored.md",
  "reviewers.[].skills.[].file": "ignored.md",
  "reviewers.[].description": "Ignored",
  "rules.[].id": "ignored",
  "rules.[].name": "Ignored",
  "rules.[].severity": "info",
  "rules.[].reviewer": "integrity",
  "rules.[].category": "ignored",
  "rules.[].description": "Ignored",
  "rules.[].detection": "Ignored",
  "rules.[].recommendation": "Ignored",
  "policies.[].id": "ignored",
  "policies.[].require.[].reviewer": "integrity",
  "policies.[].require.[].layer": "self",
  "policies.[].description": "Ignored",
  "panel.members": ["codex", "build-reviewer"],
  "panel.quorum": 1,
  "inferTypes.[].type": "internal_document",
  "modes.labels.*.mode": "batch",
  "checks.[].id": "ignored",
  "checks.[].run": "true",
  "notify.quietHours.from": "00:00",
  "notify.quietHours.to": "00:00",
  "notify.people.*.quietHours.from": "00:00",
  "notify.people.*.quietHours.to": "00:00",
};
