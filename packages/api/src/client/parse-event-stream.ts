/** One event of a stream. */
export type SentEvent = { id: string; event: string; text: string };

/**
 * Parses server-sent events from arbitrary chunks of text. Comments and events without data are
 * ignored. See the HTML standard, section 9.2.
 */
export function createEventParser(): (piece: string) => SentEvent[] {
  let rest = "";
  let id = "";
  let event = "";
  let lines: string[] = [];

  const read = (line: string): SentEvent | null => {
    if (line === "") {
      const ended = lines.length === 0 ? null : { id, event, text: lines.join("\n") };
      event = "";
      lines = [];
      return ended;
    }
    const [name, value] = fieldOf(line);
    if (name === "data") lines.push(value);
    else if (name === "id") id = value;
    else if (name === "event") event = value;
    return null;
  };

  return (piece) => {
    const parts = (rest + piece).split("\n");
    rest = parts.pop() ?? "";
    return parts
      .map((line) => read(line.endsWith("\r") ? line.slice(0, -1) : line))
      .filter((found) => found !== null);
  };
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(" ") ? value.slice(1) : value];
}
