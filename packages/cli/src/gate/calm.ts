/** The beginning of what logs of GitHub, Azure and TeamCity obey anywhere in a line: `##[`, `##vso[`. */
const ORDER = /##(?=\w{0,20}\[)/g;

/** What GitHub obeys at the beginning of a line. */
const COMMAND = /^([ \t]*):(?=:)/gm;

/** Takes the force from orders to a log that a text may hold; a reader sees nearly the same. */
export function calm(text: string): string {
  return text.replaceAll(ORDER, "# #").replaceAll(COMMAND, "$1: ");
}

/** The same inside JSON, where the value stays what it is. */
export function calmJson(json: string): string {
  return json.replaceAll(ORDER, "#\\u0023");
}
