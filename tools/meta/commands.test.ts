import { globSync } from "node:fs";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { Command } from "../../packages/core/src/task/model/commands.ts";

const FILES = globSync("packages/core/src/task/commands/*/*.ts").map((path) =>
  basename(path, ".ts"),
);
const TYPES = Command.options.map(({ shape }) => shape.type.value);

it.each(TYPES)("the handler of the command %s has a file of its name", (type) => {
  expect(FILES).toContain(type.replaceAll("_", "-"));
});
