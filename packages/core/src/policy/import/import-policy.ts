import { loadPolicy } from "../load/load-policy.ts";
import { plainData } from "../plain-data.ts";
import { importChains } from "./import-chains.ts";
import { importModes } from "./import-modes.ts";
import { importPipeline } from "./import-pipeline.ts";
import type { Imported } from "./imported.ts";

const IMPORTERS = { chains: importChains, modes: importModes, pipeline: importPipeline } as const;

/**
 * Translates another tool's configuration, already parsed, into a partial policy file.
 *
 * `chains` takes the document with `tasks`, `modes` the one with `review`, `pipeline` an object with the contents
 * of its files: `rules`, `composition`, `agents`, `domains`. The notes list what is not carried over.
 */
export function importPolicy(from: keyof typeof IMPORTERS, documents: unknown): Imported {
  const read = plainData(documents);
  if (!read.ok) return read;
  const imported = IMPORTERS[from](read.data);
  if (!imported.ok) return imported;
  const loaded = loadPolicy(imported.file);
  return loaded.ok ? imported : { ok: false, problems: loaded.problems };
}
