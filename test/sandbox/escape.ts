/** What an escape reaches for. */
export type EscapeArea =
  | "files"
  | "symlinks"
  | "temporary files"
  | "sockets"
  | "network"
  | "signals"
  | "processes"
  | "environment"
  | "descriptors"
  | "devices"
  | "rights";

/**
 * An attack from inside of the sandbox. The shell script ends with zero when it succeeds, and uses the variables of
 * the lab (`escape-lab.ts`): paths, ports and processes outside of the sandbox.
 */
export type Escape = {
  name: string;
  area: EscapeArea;
  attack: string;
  /** A path on the machine, from the lab's variables, that exists only if the attack got through. */
  leaves?: string;
  /** Where it can be tried. Default: both systems. */
  system?: "linux" | "darwin";
  /** Without a sandbox it succeeds for everybody (left out), for root alone, or is not shown, for this reason. */
  shown?: "root" | { not: string };
};

/** The escapes of one area, by their names. */
export function escapesOf(
  area: EscapeArea,
  rows: Readonly<Record<string, string | Omit<Escape, "name" | "area">>>,
): Escape[] {
  return Object.entries(rows).map(([name, row]) => ({
    name,
    area,
    ...(typeof row === "string" ? { attack: row } : row),
  }));
}
