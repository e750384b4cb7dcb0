import { createHash } from 'node:crypto';

export interface SealedPage {
  /** Without the nonce anywhere in it. */
  readonly html: string;
  /** Sources for a policy, `'sha256-…'`, by which a browser knows what stands in the page itself. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Of a style element that scripts fill rule by rule, which begins empty (Emotion). */
const emptyStyle = sourceOf('');

/**
 * A page that was made under a nonce, as one that many may be given: a nonce that is handed out twice allows whatever
 * somebody got into the second page, a digest allows that one text alone.
 *
 * @param nonce of this page alone, so that nobody could have written it into a text that stands in the page
 */
export function sealInline(html: string, nonce: string): SealedPage {
  const sources: Record<'script' | 'style', Set<string>> = { script: new Set(), style: new Set([emptyStyle]) };
  const mark = ` nonce="${nonce}"`;
  let sealed = '';
  let from = 0;
  for (let at = html.indexOf(mark); at !== -1; at = html.indexOf(mark, from)) {
    const opened = html.lastIndexOf('<', at);
    const name = /^<(script|style)\b/.exec(html.slice(opened, opened + 8))?.[1] as 'script' | 'style' | undefined;
    const begin = html.indexOf('>', at) + 1;
    sealed += html.slice(from, at) + html.slice(at + mark.length, begin);
    from = begin;
    if (name === undefined) continue;
    // What is written into either is escaped so that only its own end ends it.
    const end = html.indexOf(`</${name}>`, begin);
    const text = html.slice(begin, end).replaceAll(nonce, '');
    sources[name].add(sourceOf(text));
    sealed += text;
    from = end;
  }
  sealed += html.slice(from);
  return { html: sealed.replaceAll(nonce, ''), scripts: [...sources.script], styles: [...sources.style] };
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
