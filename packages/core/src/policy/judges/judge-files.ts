import { BUILD_FILES } from "./build-files.ts";
import type { JudgeGroup } from "./judge-group.ts";
import { NODE_FILES } from "./node-files.ts";
import { PYTHON_FILES } from "./python-files.ts";

/**
 * Every file that steers a check, by its usual name, for the tools that projects check themselves with.
 *
 * A check reads these files from the accepted target, and a change of one needs the owner. A policy may
 * name further ones in `checks[].judges`; it cannot take any away.
 */
export const JUDGE_FILES: readonly JudgeGroup[] = [...NODE_FILES, ...PYTHON_FILES, ...BUILD_FILES];
