export type Labels = Readonly<Record<string, string>>;
export type MetricSample = { name?: string; labels?: Labels; value: number };

/** Formats one metric with its samples in the Prometheus text format. */
export function formatMetricFamily(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  samples: readonly MetricSample[],
): string {
  const lines = samples.map(
    ({ name: own = name, labels = {}, value }) => `${own}${labelText(labels)} ${numberText(value)}`,
  );
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, "_")}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return Number.isFinite(value) ? String(value) : "NaN";
}
