import sanitize from 'sanitize-html';
import { BoundedMemory } from '../../memory/bounded-memory.ts';

// No `id` and no `name`: an element would stand in for what scripts look for by that name (`document.cookie`, `#root`).
const rules: sanitize.IOptions = {
  allowedTags: [
    'h1',
    'h2',
    'h3',
    'h4',
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'blockquote',
    'a',
    'b',
    'strong',
    'i',
    'em',
    'u',
    's',
    'small',
    'span',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'img',
    'figure',
    'figcaption',
    'address',
    'code',
    'pre',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
    '*': ['lang', 'dir'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: { ...attribs, ...(attribs['target'] ? { rel: 'noopener noreferrer' } : {}) },
    }),
  },
};

/** Characters that are kept, of what was written and of what was made of it. */
const KEEP = 10_000_000;
const cleaned = new BoundedMemory<string, string>('cleaned-html', {
  isOfBytes: true,
  maxSize: KEEP,
  sizeCalculation: (clean, html) => clean.length + html.length + 1,
});

/** HTML that staff wrote, without anything that runs, frames, styles or has a name. Applied when saved and again when read. */
export function cleanHtml(html: string): string {
  const known = cleaned.get(html);
  if (known !== undefined) return known;
  const clean = sanitize(html, rules);
  cleaned.set(html, clean);
  return clean;
}
