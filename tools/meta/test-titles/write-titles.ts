import { writeFileSync } from "node:fs";
import { allTitles } from "./all-titles.ts";

/** Records the current titles, which later versions must keep or replace. */
const lines = allTitles().toSorted();
writeFileSync(new URL("earlier-titles.txt", import.meta.url), `${lines.join("\n")}\n`);
