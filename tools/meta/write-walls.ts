import { writeFileSync } from "node:fs";
import { biomeOverrides } from "./walls.ts";

const file = new URL("../../biome.walls.json", import.meta.url);
writeFileSync(file, `${JSON.stringify({ overrides: biomeOverrides() }, null, 2)}\n`);
