/**
 * Writes the content of a response as text, for hosts that pass no structured content to the model.
 * Multi-line texts are kept. Values that `known` already contains are not repeated.
 */
export function plainText(data: Readonly<Record<string, unknown>>, known: string): string {
  return entryLines(data, known, "").join("\n");
}

function entryLines(data: object, known: string, indent: string): string[] {
  return Object.entries(data).flatMap(([key, value]) => valueLines(key, value, known, indent));
}

function valueLines(key: string, value: unknown, known: string, indent: string): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return listLines(key, value, known, indent);
  if (typeof value === "object") {
    const lines = entryLines(value, known, `${indent}  `);
    return lines.length === 0 ? [] : [`${indent}${key}:`, ...lines];
  }
  const text = String(value);
  if (text.includes("\n")) return known.includes(text) ? [] : [`${indent}${key}:`, text];
  return [`${indent}${key}: ${text}`];
}

function listLines(
  key: string,
  items: readonly unknown[],
  known: string,
  indent: string,
): string[] {
  const lines = items.flatMap((item): string[] => {
    if (typeof item !== "object" || item === null) return textLines(String(item), indent);
    const [first = "", ...rest] = entryLines(item, known, `${indent}    `);
    return [`${indent}  - ${first.trimStart()}`, ...rest];
  });
  return lines.length === 0 ? [] : [`${indent}${key}:`, ...lines];
}

function textLines(text: string, indent: string): string[] {
  return text.includes("\n") ? [text] : [`${indent}  - ${text}`];
}
