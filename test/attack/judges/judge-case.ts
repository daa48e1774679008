/** Files of a commit by path; null removes one. A text that begins with `#!` can be executed. */
export type Files = Readonly<Record<string, string | null>>;

/** A repository in which a change brings its own judge, and one in which the same files change for good reasons. */
export type JudgeCase = {
  ecosystem: string;
  trick: string;
  /** The command of the check. */
  run: string;
  /** What the accepted target holds besides the program under test and its tests. */
  accepted: Files;
  /** What hides that the program is broken. */
  attack: Files;
  /** What a careful author could do to the same files. */
  honest: Files;
  /** Programs that the repository carries, by path in it. */
  tools?: Readonly<Record<string, string>>;
  prepare?: object;
  /** The trick works with neither set of files, so the work goes back. Otherwise the owner is asked. */
  isHarmless?: boolean;
};

/** The cases of one ecosystem: those parts that all of them share, and what differs. */
export function casesOf(
  ecosystem: string,
  run: string,
  shared: { accepted: Files } & Pick<JudgeCase, "tools" | "prepare">,
  tricks: Readonly<Record<string, Trick>>,
): JudgeCase[] {
  return Object.entries(tricks).map(([trick, { accepted, ...own }]) => ({
    ecosystem,
    trick,
    run,
    ...shared,
    ...own,
    accepted: { ...shared.accepted, ...accepted },
  }));
}

type Trick = Pick<JudgeCase, "attack" | "honest"> &
  Partial<Pick<JudgeCase, "accepted" | "run" | "prepare" | "tools" | "isHarmless">>;

export const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
