/** The display order of fields, because the database keeps none. Other fields follow, before the reason. */
const ORDER = [
  "repo",
  "id",
  "actor",
  "role",
  "sponsor",
  "sprint",
  "why",
  "task",
  "finding",
  "seal",
  "key",
  "path",
  "target",
  "previous",
  "tip",
  "policy",
  "fingerprint",
];
const SHOWN_ELSEWHERE: readonly string[] = ["type", "credential", "settings"];

/** Describes a stored change of the organisation in one line: `repo: shop, tip: 3fa…`. */
export function describeChange(event: Readonly<Record<string, unknown>>): string {
  const { reason, ...fields } = event;
  const rest = Object.keys(fields).filter((name) => !ORDER.includes(name));
  const parts = [...ORDER, ...rest.sort()]
    .filter((name) => !SHOWN_ELSEWHERE.includes(name) && (fields[name] ?? null) !== null)
    .map((name) => fieldText(name, fields[name]));
  return [...parts, ...(reason === undefined ? [] : [fieldText("reason", reason)])].join(", ");
}

function fieldText(name: string, value: unknown): string {
  if (!name.endsWith("Ms")) return `${name}: ${valueText(value)}`;
  return `${name.slice(0, -2)}: ${timeText(value)}`;
}

function timeText(value: unknown): string {
  const at = new Date(typeof value === "number" ? value : Number.NaN);
  return Number.isNaN(at.getTime()) ? valueText(value) : at.toISOString();
}

/** Formats a stored value. Items of a list are joined. */
function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join("; ");
  if (typeof value === "object" && value !== null)
    return Object.values(value).map(valueText).join(" ");
  return String(value);
}
