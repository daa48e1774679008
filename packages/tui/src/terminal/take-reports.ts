import { type MouseEvent, readMouse } from "./read-mouse.ts";

const ESCAPE = String.fromCodePoint(0x1b);
const PASTE_BEGINS = `${ESCAPE}[200~`;
const PASTE_ENDS = `${ESCAPE}[201~`;
const REPORT = new RegExp(`${ESCAPE}(\\[<\\d+;\\d+;\\d+[Mm])`, "g");
const BEGUN = new RegExp(`${ESCAPE}\\[<[\\d;]*$`);

const MARKS = new RegExp(`(?=${ESCAPE}\\[20[01]~)`);

/** Extracts mouse reports from terminal input; pasted text is left alone. */
export function createReportTaker(onEvent: (event: MouseEvent) => void): (chunk: string) => string {
  let begun = "";
  let isPasting = false;
  const take = (text: string): string =>
    text.replaceAll(REPORT, (_, report: string) => {
      const event = readMouse(report);
      if (event !== null && event !== "nothing") onEvent(event);
      return "";
    });
  const takeUnlessPasted = (part: string): string => {
    if (part.startsWith(PASTE_BEGINS)) isPasting = true;
    if (part.startsWith(PASTE_ENDS)) isPasting = false;
    return isPasting ? part : take(part);
  };
  return (chunk) => {
    const rest = (begun + chunk).split(MARKS).map(takeUnlessPasted).join("");
    begun = isPasting ? "" : (BEGUN.exec(rest)?.[0] ?? "");
    return rest.slice(0, rest.length - begun.length);
  };
}

/** Returns the input without mouse reports, which the key parser does not know. */
export function withoutReports(
  stdin: NodeJS.ReadStream,
  onEvent: (event: MouseEvent) => void,
): NodeJS.ReadStream {
  const take = createReportTaker(onEvent);
  const read = (size?: number): unknown => {
    const chunk: unknown = stdin.read(size);
    if (chunk === null) return null;
    return take(typeof chunk === "string" ? chunk : String(chunk));
  };
  return new Proxy(stdin, {
    get(target, name) {
      if (name === "read") return read;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
