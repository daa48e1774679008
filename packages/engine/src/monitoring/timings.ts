import { formatMetricFamily, type Labels, type MetricSample } from "./format-metric-family.ts";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Maximum number of time series, because their labels come from stored rows and requests. */
const MAX_SERIES = 400;
const WORD = /^[a-z_]{1,40}$/;

type Series = { labels: Labels; count: number; seconds: number; below: number[] };

/** Counts and durations of operations, by outcome. */
export type Timings = {
  add(what: string, outcome: string, seconds: number): void;
  text(): string;
};

/** Creates timings. `label` names the counted dimension: `type` of a command, `kind` of an effect. */
export function createTimings(name: string, label: string, help: string): Timings {
  const series = new Map<string, Series>();
  return {
    add(what, outcome, seconds) {
      const { below, ...found } = findSeries(series, label, word(what), word(outcome));
      const changed = { ...found, count: found.count + 1, seconds: found.seconds + seconds };
      const key = `${found.labels[label]} ${found.labels.outcome}`;
      BOUNDS.forEach((bound, index) => {
        if (seconds <= bound) below[index] = (below[index] ?? 0) + 1;
      });
      series.set(key, { ...changed, below });
    },
    text() {
      const all = [...series.values()];
      const counts = all.map(({ labels, count }) => ({ labels, value: count }));
      return [
        formatMetricFamily(`${name}_total`, "counter", help, counts),
        formatMetricFamily(
          `${name}_seconds`,
          "histogram",
          `${help}: duration`,
          all.flatMap(formatBuckets(name)),
        ),
      ].join("");
    },
  };
}

function findSeries(
  series: ReadonlyMap<string, Series>,
  label: string,
  what: string,
  outcome: string,
): Series {
  const isFull = series.size >= MAX_SERIES && !series.has(`${what} ${outcome}`);
  const labels = isFull ? { [label]: "other", outcome: "other" } : { [label]: what, outcome };
  const known = series.get(`${labels[label]} ${labels.outcome}`);
  return known ?? { labels, count: 0, seconds: 0, below: BOUNDS.map(() => 0) };
}

const formatBuckets =
  (name: string) =>
  ({ labels, count, seconds, below }: Series): MetricSample[] => [
    ...BOUNDS.map((bound, index) => ({
      name: `${name}_seconds_bucket`,
      labels: { ...labels, le: String(bound) },
      value: below[index] ?? 0,
    })),
    { name: `${name}_seconds_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
    { name: `${name}_seconds_sum`, labels, value: seconds },
    { name: `${name}_seconds_count`, labels, value: count },
  ];

function word(text: string): string {
  return WORD.test(text) ? text : "other";
}
