/** Figures of one name. A counter only grows while the process lives; a gauge is what is now. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Prometheus' text format, version 0.0.4. Written here and not by prom-client, whose last release is of December 2024: it
 * looks a counter up by a text made of its labels at each increment and brings a tracing library along, while ours
 * are numbers that are counted up in place and become text when somebody asks.
 */
export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${numberText(value)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');

function labelsText(labels: Sample['labels'] = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}
