import { spawn } from "node:child_process";
import { display } from "./display.ts";
import { envelope } from "./envelope.ts";
import { failureJson, failureOf, failureText } from "./failure.ts";
import { guard } from "./guard.ts";
import type { Result } from "./result.ts";
import type { Style } from "./style.ts";

export type Format =
  | { as: "text"; quiet: boolean; pager: boolean }
  | { as: "json"; fields: readonly string[] }
  | { as: "plain" };

type Stream = { write(text: string): unknown; isTTY?: boolean; columns?: number };

export type Streams = { out: Stream; err: Stream };

type Printing = {
  streams: Streams;
  style: Style;
  /** The schemas of the command's JSON output by name. */
  output?: Readonly<Record<string, unknown>>;
};

/** Prints an answer: data on stdout, and nothing else there. */
export async function printResult(
  result: Result,
  format: Format,
  { streams, style, output = {} }: Printing,
): Promise<void> {
  if (format.as === "json") {
    const known = format.fields.length === 0 ? null : await knownFields(output[result.schema]);
    streams.out.write(`${envelope(result, format.fields, known)}\n`);
    return;
  }
  if (format.as === "plain") {
    for (const row of plainRows(result, style)) streams.out.write(`${row}\n`);
    return;
  }
  if (format.quiet) return;
  const text = guard(result.text(style), style).trimEnd();
  if (text === "") return;
  const paged = result.paged === true && format.pager && streams.out.isTTY === true;
  if (paged && (await page(`${text}\n`))) return;
  streams.out.write(`${text}\n`);
}

/** Loads the schema reader only if fields are picked. */
async function knownFields(schema: unknown): Promise<readonly string[] | null> {
  const { fieldNames } = await import("./field-names.ts");
  return fieldNames(schema);
}

export function printFailure(
  error: unknown,
  format: Format,
  { streams, style, verbose }: { streams: Streams; style: Style; verbose: boolean },
): void {
  const failure = failureOf(error);
  if (format.as === "json") streams.err.write(`${failureJson(failure)}\n`);
  else streams.err.write(`${guard(failureText(failure, style), style)}\n`);
  if (verbose && error instanceof Error) streams.err.write(`${guard(traceOf(error), style)}\n`);
}

function plainRows({ plain, text }: Result, style: Style): string[] {
  if (plain === undefined) return guard(text(style), style).trimEnd().split("\n");
  return plain.map((row) => row.map((cell) => display(cell)).join("\t"));
}

function traceOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${traceOf(error.cause)}` : "";
  return `${error.stack ?? error.message}${cause}`;
}

/** Shows a long text in the person's pager. Answers false when there is none that starts. */
function page(text: string): Promise<boolean> {
  const pager = process.env.PAGER ?? "less";
  if (pager === "" || pager === "cat") return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(pager, {
      shell: true,
      stdio: ["pipe", "inherit", "inherit"],
      // Colours pass, short texts do not stop, and nothing in the text can start a command.
      env: { ...process.env, LESS: process.env.LESS ?? "FRX", LESSSECURE: "1" },
    });
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0 || code === null));
    child.stdin.once("error", () => undefined); // the reader left before the end
    child.stdin.end(text);
  });
}
