/** A branch that git is about to push. */
export type PushedRef = {
  name: string;
  head: string /** What the other side has; null when it is new there. */;
  base: string | null;
};

const LINE = /^\S+ ([0-9a-f]{40,64}) refs\/heads\/(\S+) ([0-9a-f]{40,64})$/;
const NOTHING = /^0+$/;

/** Reads what git tells its pre-push hook. Tags and branches that are deleted bring no work. */
export function pushedRefs(text: string): PushedRef[] {
  return text.split("\n").flatMap((line) => {
    const [, head = "", name = "", there = ""] = LINE.exec(line.trim()) ?? [];
    if (head === "" || NOTHING.test(head)) return [];
    return [{ name, head, base: NOTHING.test(there) ? null : there }];
  });
}
