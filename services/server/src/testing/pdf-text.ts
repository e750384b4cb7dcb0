import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF, a line for each piece that is drawn, as its fonts map their glyphs back to letters (`ToUnicode`). Reads
 * what our documents are made of: compressed streams, and fonts whose glyphs have two bytes.
 */
export function pdfText(pdf: Buffer): string {
  const objects = objectsIn(pdf);
  const maps = new Map<string, ReadonlyMap<string, string>>();
  for (const { body } of objects.values())
    for (const [, name, font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!)?.body ?? '')?.[1];
      if (unicode !== undefined) maps.set(name!, lettersIn(objects.get(unicode)?.stream ?? ''));
    }
  return [...objects.values()]
    .flatMap(({ stream }) => (stream.includes('BT\n') ? linesOf(stream, maps) : []))
    .join('\n');
}

interface PdfObject {
  readonly body: string;
  readonly stream: string;
}

function objectsIn(pdf: Buffer): ReadonlyMap<string, PdfObject> {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)endobj/g)) {
    const [, id, whole] = found as unknown as [string, string, string];
    const start = whole.indexOf('stream\n');
    const body = start < 0 ? whole : whole.slice(0, start);
    const raw = start < 0 ? '' : whole.slice(start + 'stream\n'.length, whole.lastIndexOf('\nendstream'));
    const isText = !/\/Subtype|\/Length1/.test(body);
    const stream = raw === '' || !isText ? '' : inflated(raw, body);
    objects.set(id, { body, stream });
  }
  return objects;
}

const inflated = (raw: string, body: string): string =>
  body.includes('/FlateDecode') ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw;

/** `<0000> <00ff> [<0041> …]`: letters by glyph. */
function lettersIn(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  for (const [, first, list] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/gi))
    [...list!.matchAll(/<([^>]*)>/g)].forEach(([, units], index) => {
      const glyph = (Number.parseInt(first!, 16) + index).toString(16).padStart(4, '0');
      letters.set(
        glyph,
        String.fromCharCode(
          ...units!
            .split(' ')
            .filter(Boolean)
            .map((unit) => Number.parseInt(unit, 16)),
        ),
      );
    });
  return letters;
}

function linesOf(stream: string, maps: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  let letters: ReadonlyMap<string, string> = new Map();
  const lines: string[] = [];
  for (const [, font, drawn] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = maps.get(font) ?? new Map();
    else
      lines.push(
        [...drawn!.matchAll(/<([\da-f]*)>/gi)]
          .flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
          .map((glyph) => letters.get(glyph.toLowerCase()) ?? '�')
          .join(''),
      );
  }
  return lines;
}
