#!/usr/bin/env bash
# Runs the gate in a job of GitHub Actions: annotations and the report in the log, the job summary, and SARIF. All
# inputs are environment variables. A pull request from a fork has a token that can write nothing, so the exit code
# and the summary carry the whole result.
set -uo pipefail

sarif="$RUNNER_TEMP/countersign.sarif"
summary="$RUNNER_TEMP/countersign.md"
text="$RUNNER_TEMP/countersign.txt"
rm -f "$sarif" "$summary" "$text"

options=(--base "$BASE" --fail-on "$FAIL_ON" --format github)
if [ "${UNSANDBOXED:-false}" = true ]; then options+=(--unsandboxed); fi

code=0
"$COUNTERSIGN" gate "${options[@]}" --output "sarif:$sarif" "markdown:$summary" "text:$text" || code=$?

if [ -f "$summary" ]; then
  cat "$text"
  cat "$summary" >> "$GITHUB_STEP_SUMMARY"
  echo "sarif=$sarif" >> "$GITHUB_OUTPUT"
else
  printf '### countersign: no result\n\nThe gate ended with exit code %s. The log of the step says why.\n' "$code" \
    >> "$GITHUB_STEP_SUMMARY"
fi
exit "$code"
