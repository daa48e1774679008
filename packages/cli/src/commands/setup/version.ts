import type { Run } from "../../context.ts";
import { columns } from "../../output/columns.ts";
import { VERSION } from "../../runtime/version.ts";

export const version: Run = async () => {
  const versions = {
    countersign: VERSION,
    node: process.versions.node,
    system: `${process.platform} ${process.arch}`,
  };
  return {
    schema: "version.show",
    data: versions,
    text: () => columns(Object.entries(versions)),
    plain: Object.entries(versions),
  };
};
