/** `countersign/client`: the HTTP interface of an engine as one typed method per route. */

export type { Client, ClientSettings, ErrorCode } from "@countersign/api";
export { CountersignError, createClient } from "@countersign/api";
