import { writeFileSync } from "node:fs";
import { SCHEMA_FILE, schemaText } from "./schema-text.ts";

writeFileSync(SCHEMA_FILE, schemaText());
