/** What a browser did not run or load because the page's policy names no such thing. */
export interface PolicyReport {
  directive: string;
  /** Origin and path, or a word for what has none: `inline`. */
  blocked: string;
  /** First part of the page's path. */
  page: string;
}

/** Reports that are read of one request: browsers gather a few. */
const most = 10;

/**
 * The reports in a body, of either form: `report-uri` sends one under `csp-report`, `report-to` a list. Anybody can send
 * anything: what has no such shape is left out, and so is what a visitor's own browser extensions were kept from.
 */
export function readReports(body: unknown): readonly PolicyReport[] {
  const told = Array.isArray(body) ? body.slice(0, most).map(bodyOf) : [fieldOf(body, 'csp-report')];
  return told.map(readReport).filter((report) => report !== null);
}

const bodyOf = (report: unknown): unknown =>
  fieldOf(report, 'type') === 'csp-violation' ? fieldOf(report, 'body') : undefined;

function readReport(told: unknown): PolicyReport | null {
  const text = (...names: string[]): string => {
    const value = names.map((name) => fieldOf(told, name)).find((one) => typeof one === 'string');
    return typeof value === 'string' ? value : '';
  };
  const directive = text('effective-directive', 'effectiveDirective', 'violated-directive').split(' ', 1)[0]!;
  const page = URL.parse(text('document-uri', 'documentURL'));
  const blocked = text('blocked-uri', 'blockedURL');
  if (!/^[a-z-]{5,40}$/.test(directive) || page === null || blocked === '') return null;
  if (isOfExtension(blocked) || isOfExtension(text('source-file', 'sourceFile'))) return null;
  return { directive, blocked: placeOf(blocked), page: `/${page.pathname.split('/', 2)[1] ?? ''}`.slice(0, 60) };
}

const isOfExtension = (address: string): boolean => /^(?:[a-z]+-)*extension(?::|$)/.test(address);

/** Without what an address may carry of somebody. */
function placeOf(blocked: string): string {
  const address = URL.parse(blocked);
  if (address === null) return /^[a-z-]{1,40}$/.test(blocked) ? blocked : 'unreadable';
  return /^(?:https?|wss?):$/.test(address.protocol)
    ? `${address.protocol}//${address.host}${address.pathname}`.slice(0, 200)
    : address.protocol.slice(0, 40);
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
