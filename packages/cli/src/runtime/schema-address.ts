import { VERSION } from "./version.ts";

/**
 * The address of a schema of the published package, for `$id` and `$schema`. It names the major version, in which keys
 * are only added.
 */
export function schemaUrl(file: string): string {
  return `https://unpkg.com/countersign@${VERSION.split(".")[0]}/dist/${file}`;
}
