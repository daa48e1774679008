import { ProtocolError } from "@modelcontextprotocol/server";
import { toErrorResult } from "../tool/error-result.ts";

export const JSON_TYPE = "application/json";
export const MARKDOWN = "text/markdown";
const NOT_READ = -32_603;

/** Responds to a host that reads a resource; refusals use the same text as the tools. */
export async function readResource(uri: URL, mimeType: string, ask: () => Promise<unknown>) {
  try {
    const found = await ask();
    const text = typeof found === "string" ? found : JSON.stringify(found);
    return { contents: [{ uri: uri.href, mimeType, text }] };
  } catch (error) {
    const [told] = toErrorResult(error, "viewer").content;
    throw new ProtocolError(NOT_READ, told?.type === "text" ? told.text : "It cannot be read.");
  }
}
