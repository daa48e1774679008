import { VERSION } from "../../runtime/version.ts";
import { createFileAddition, type FileAddition } from "../edits/file-addition.ts";

export const CI_SYSTEMS = ["github", "gitlab"] as const;
export type CiSystem = (typeof CI_SYSTEMS)[number];

/** The gate as a workflow of its own, for pull requests and merge queues. */
const WORKFLOW = `name: countersign
on:
  pull_request:
  merge_group:
permissions:
  contents: read
  security-events: write
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0
      - uses: countersign/countersign@v${VERSION}
`;

/** The gate as a job of a merge request's pipeline, with its findings beside the changed lines. */
const JOB = `countersign-gate:
  stage: test
  image: node:24
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  variables:
    COUNTERSIGN_VERSION: ${VERSION}
    FAIL_ON: major
    GIT_DEPTH: "0"
  script:
    - tools="$(mktemp -d)"
    - npm install --no-audit --no-fund --omit=optional --ignore-scripts --prefix "$tools" "countersign@$COUNTERSIGN_VERSION"
    - PATH="$tools/node_modules/.bin:$PATH"
    - countersign gate --base "$CI_MERGE_REQUEST_DIFF_BASE_SHA" --fail-on "$FAIL_ON" --unsandboxed --output codequality:gl-code-quality-report.json
  artifacts:
    when: always
    expire_in: 1 week
    reports:
      codequality: gl-code-quality-report.json
`;

/** Returns the file that runs the gate in CI. A workflow that exists stays; a GitLab pipeline gets one more job. */
export function ciFile(root: string, system: CiSystem): FileAddition {
  const base = { folder: root, prefix: "" };
  const says = "runs the gate on every change";
  if (system === "github") {
    return createFileAddition(base, ".github/workflows/countersign.yml", {
      says,
      edit: { kind: "whole", text: WORKFLOW },
    });
  }
  return createFileAddition(base, ".gitlab-ci.yml", {
    says,
    clash: (text) => (/^countersign-gate:/m.test(text) ? "has a job countersign-gate" : null),
    edit: {
      kind: "block",
      block: {
        begin: "# countersign: begin",
        end: "# countersign: end",
        lines: JOB.trimEnd().split("\n"),
        place: "end",
        first: null,
      },
    },
  });
}
