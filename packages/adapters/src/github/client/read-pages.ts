import { ForgeError } from "@countersign/engine";

/** The maximum number of entries on a page. */
export const PAGE_SIZE = 100;
const MAX_PAGES = 100;

/** Reads all pages of a list, up to a maximum. `isLast` ends the list early. */
export async function readPages<Entry>(
  pages: AsyncIterable<{ data: readonly Entry[] }>,
  isLast: (page: readonly Entry[]) => boolean = () => false,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  let count = 0;
  for await (const { data } of pages) {
    entries.push(...data);
    count += 1;
    if (isLast(data)) break;
    if (count >= MAX_PAGES) {
      throw new ForgeError("refused", `GitHub: a list has more than ${MAX_PAGES} pages`);
    }
  }
  return entries;
}
