import { columns } from "../output/columns.ts";
import { display, displayShort } from "../output/display.ts";
import type { Style } from "../output/style.ts";
import { calm } from "./calm.ts";
import type { GateReport } from "./gate-report.ts";

const SHORT = 160;

/** Who was asked and because of which line of the policy, and who would have been for a little more. */
export function formatExplain(report: GateReport, style: Style): string {
  const { plan } = report;
  return [
    `risk ${plan.risk} of 10, type ${display(plan.type, style)}, mode ${plan.mode}`,
    section("Domains, and the paths that are theirs", domainRows(report, style), style),
    section("Required reviewers, with the reason", askedRows(report, style), style),
    section("The policies that ask, and why they are there", policyRows(report, style), style),
    section("Not asked, and what would have asked them", nearRows(report, style), style),
    section("Missed by the policies, so asked besides", gapRows(report, style), style),
  ]
    .filter((part) => part !== "")
    .map(calm)
    .join("\n\n");
}

function section(title: string, rows: readonly (readonly string[])[], style: Style): string {
  if (rows.length === 0) return "";
  return `${style.paint("strong", title)}\n${columns(rows)}`;
}

function domainRows({ plan }: GateReport, style: Style): string[][] {
  return plan.domains.map(({ id, description, paths, count }) => {
    const rest = count > paths.length ? ` and ${count - paths.length} more` : "";
    return [
      `  ${display(id, style)}`,
      `${paths.map((it) => display(it, style)).join(", ")}${rest}`,
      displayShort(description, SHORT, style),
    ];
  });
}

function askedRows({ reviewers, people }: GateReport, style: Style): string[][] {
  const isPlan = reviewers.every(({ is }) => is === "not_asked");
  const asked = [
    ...reviewers.map(({ reviewer, kind, is, because }) => {
      const who = kind === "check" ? "a program" : "an agent";
      return { name: reviewer, is: isPlan ? who : is, because };
    }),
    ...people.map(({ requirement, because }) => ({ name: requirement, is: "a person", because })),
  ];
  return asked.map(({ name, is, because }) => [
    `  ${display(name, style)}`,
    is.replaceAll("_", " "),
    because
      .map(({ entry, fact }) => `${display(entry, style)}: ${displayShort(fact, SHORT, style)}`)
      .join("; "),
  ]);
}

function policyRows({ plan }: GateReport, style: Style): string[][] {
  return plan.policies.map(({ id, description }) => [
    `  ${display(id, style)}`,
    displayShort(description, SHORT, style),
  ]);
}

function nearRows({ plan }: GateReport, style: Style): string[][] {
  return plan.near.map(({ reviewer, entry, needs }) => [
    `  ${display(reviewer, style)}`,
    display(entry, style),
    displayShort(needs, SHORT, style),
  ]);
}

function gapRows({ plan }: GateReport, style: Style): string[][] {
  return plan.gaps.map(({ reviewer, concern }) => [
    `  ${display(reviewer, style)}`,
    displayShort(concern, SHORT, style),
  ]);
}
