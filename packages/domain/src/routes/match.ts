import type { RouteRule } from './access.ts';
import { adminRoutes } from './admin-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { publicRoutes } from './public-routes.ts';

export const routeTable: readonly RouteRule[] = [...publicRoutes, ...memberRoutes, ...adminRoutes];

export interface RouteMatch {
  readonly route: RouteRule;
  readonly params: Readonly<Record<string, string>>;
}

interface Compiled {
  readonly route: RouteRule;
  readonly parts: readonly string[];
  readonly required: number;
}

const compiled: readonly Compiled[] = routeTable.map((route) => {
  const parts = route.path.split('/').filter(Boolean);
  return { route, parts, required: parts.filter((part) => !part.endsWith('?')).length };
});

/** The segments of an address's path, without query, fragment and trailing slash. */
export const segmentsOf = (path: string): string[] => withoutQuery(path).split('/').filter(Boolean);

const withoutQuery = (path: string): string => path.split(/[?#]/, 1)[0] ?? '';

/** The route of a path, the most literal first; null is a 404. */
export function matchRoute(path: string): RouteMatch | null {
  const segments = segmentsOf(path);
  let best: Compiled | null = null;
  let bestScore = '';
  for (const candidate of compiled) {
    if (segments.length < candidate.required || segments.length > candidate.parts.length) continue;
    const score = scoreOf(candidate.parts, segments);
    if (score !== null && (best === null || score > bestScore)) {
      best = candidate;
      bestScore = score;
    }
  }
  return best && { route: best.route, params: paramsOf(best.parts, segments) };
}

/** One digit a segment, 2 for a literal and 1 for a parameter, so that the earlier literal wins; null is no match. */
function scoreOf(parts: readonly string[], segments: readonly string[]): string | null {
  let score = '';
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (part.startsWith(':')) score += '1';
    else if (part === segment) score += '2';
    else return null;
  }
  // Of two that fit, the one without an unused optional segment is nearer.
  return `${score}${parts.length === segments.length ? '1' : '0'}`;
}

function paramsOf(parts: readonly string[], segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1).replace('?', '')] = decode(segment);
  }
  return params;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
