const names = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** GEN-15: what the first visit brought along; undefined for nothing. */
export function readUtm(): Record<string, string> | undefined {
  const cookie = /(?:^|; )pcp_utm_params=([^;]*)/.exec(document.cookie)?.[1];
  if (!cookie) return undefined;
  try {
    const kept = JSON.parse(decodeURIComponent(cookie)) as Record<string, unknown>;
    const found = names.flatMap((name) => (typeof kept[name] === 'string' ? [[name, kept[name]]] : []));
    return found.length === 0 ? undefined : (Object.fromEntries(found) as Record<string, string>);
  } catch {
    return undefined;
  }
}
