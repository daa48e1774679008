import { readFileSync } from "node:fs";

/** What real tools wrote about one small project with faults, run in a sandbox on `/checkout`. */
export function sample(name: string): string {
  return readFileSync(new URL(`samples/${name}.txt`, import.meta.url), "utf8");
}
