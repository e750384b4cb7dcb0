import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create, type Font } from 'fontkit';
import Pdf from 'pdfkit';
import {
  instantText,
  notRecorded,
  type Evidence,
  type EvidenceSection,
  type EvidenceTable,
  type Fact,
} from './evidence.ts';

const margin = 50;
const nameWidth = 190;
const gap = 4;
const size = { title: 17, section: 12, text: 9, small: 7.5 } as const;
const ink = { text: '#1a1a1a', quiet: '#5c5c5c', line: '#cccccc' } as const;
/** Joins Arabic letters also across the words of a line: without features words are set one by one, from left to right. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['calt', 'liga'];

type Document = InstanceType<typeof Pdf>;

interface Fonts {
  readonly plain: Buffer;
  readonly bold: Buffer;
  readonly letters: Font;
}

let read: Fonts | null = null;

/** Latin, Greek, Cyrillic, Hebrew and Arabic letters; read once, when a document is first wanted. */
function fontsOf(): Fonts {
  if (read) return read;
  const file = (name: string): Buffer =>
    readFileSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`)));
  const plain = file('DejaVuSans');
  read = { plain, bold: file('DejaVuSans-Bold'), letters: create(plain) as Font };
  return read;
}

/** Draws the evidence as a PDF, which names nobody but the merchant. */
export async function writeEvidence(evidence: Evidence): Promise<Buffer> {
  const { plain, bold, letters } = fontsOf();
  const merchant = printable(evidence.merchant, letters);
  const document = new Pdf({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'en',
    info: {
      Title: evidence.title,
      Author: merchant,
      Creator: merchant,
      Producer: merchant,
      CreationDate: evidence.madeAt,
    },
  });
  const done = collect(document);
  document.registerFont('plain', plain).registerFont('bold', bold).fillColor(ink.text);
  document.font('bold').fontSize(size.title).text(evidence.title);
  document.moveDown(0.25).font('plain').fontSize(size.text).fillColor(ink.quiet);
  document.text(`${merchant} · made ${instantText(evidence.madeAt)} from what is on record`, { features });
  const print = (text: string): string => printable(text, letters);
  for (const section of evidence.sections) drawSection(document, section, print);
  numberPages(document);
  document.end();
  return done;
}

function drawSection(document: Document, { title, facts = [], table, note }: EvidenceSection, print: Print): void {
  // A heading is never the last line of a page, and what fits on one is not torn in two.
  keepTogether(document, Math.max(60, table ? 0 : heightOf(document, facts, note, print)));
  document.moveDown(1.2).font('bold').fontSize(size.section).fillColor(ink.text).text(title, margin);
  document.moveDown(0.3).fontSize(size.text);
  const valueWidth = widthOf(document) - nameWidth;
  for (const [name, value] of facts)
    drawCells(document, [
      { text: print(name), width: nameWidth, colour: ink.quiet },
      { text: print(value ?? notRecorded), width: valueWidth, colour: value === null ? ink.quiet : ink.text },
    ]);
  if (table) drawTable(document, table, print);
  if (note === undefined) return;
  keepTogether(document, 20);
  document
    .font('plain')
    .fontSize(size.small)
    .fillColor(ink.quiet)
    .text(print(note), margin, document.y + gap);
}

/** Of a section without a table, with its heading; 0 for one that no page holds. */
function heightOf(document: Document, facts: readonly Fact[], note: string | undefined, print: Print): number {
  document.font('plain').fontSize(size.text);
  const cell = (text: string, width: number): number =>
    document.heightOfString(print(text), { width: width - gap, features }) + gap;
  const lines = facts.map(([name, value]) =>
    Math.max(cell(name, nameWidth), cell(value ?? notRecorded, widthOf(document) - nameWidth)),
  );
  const whole = 45 + lines.reduce((sum, line) => sum + line, 0) + (note === undefined ? 0 : 30);
  return whole > document.page.height - 2 * margin ? 0 : whole;
}

function drawTable(document: Document, { head, widths, rows }: EvidenceTable, print: Print): void {
  const whole = widthOf(document);
  const cells = (texts: readonly string[], colour: string): Cell[] =>
    texts.map((text, column) => ({ text: print(text), width: (widths[column] ?? 0) * whole, colour }));
  // Nor is the head of a table.
  keepTogether(document, 60);
  document.y += gap;
  document.font('bold').fontSize(size.small);
  drawCells(document, cells(head, ink.quiet), 'bold');
  for (const row of rows) {
    document.fontSize(size.small);
    drawCells(document, cells(row, ink.text));
  }
}

interface Cell {
  readonly text: string;
  readonly width: number;
  readonly colour: string;
}

/** Beside each other, each wrapped in its width, on one page. */
function drawCells(document: Document, cells: readonly Cell[], font: 'plain' | 'bold' = 'plain'): void {
  document.font(font);
  const heights = cells.map(({ text, width }) => document.heightOfString(text, { width: width - gap, features }));
  const height = Math.max(...heights);
  keepTogether(document, height);
  const top = document.y;
  let left = margin;
  for (const { text, width, colour } of cells) {
    document.fillColor(colour).text(text, left, top, { width: width - gap, features });
    left += width;
  }
  document.y = top + height + gap;
}

/** Goes on to the next page where what comes does not fit on this one. */
function keepTogether(document: Document, height: number): void {
  if (document.y + height > document.page.height - margin) document.addPage();
}

function numberPages(document: Document): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // Below the margin, where a text would otherwise begin a page.
    document.page.margins.bottom = 0;
    document.font('plain').fontSize(size.small).fillColor(ink.quiet);
    document.text(`${page + 1} / ${count}`, margin, document.page.height - 30, {
      width: widthOf(document),
      align: 'right',
    });
  }
}

const widthOf = (document: Document): number => document.page.width - 2 * margin;

type Print = (text: string) => string;

/**
 * Letters that the font does not have are written as their code point, so that a name of any script leaves a trace and none
 * becomes an empty box; control characters are left out.
 */
export function printable(text: string, letters: Pick<Font, 'hasGlyphForCodePoint'> = fontsOf().letters): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    const code = letter.codePointAt(0)!;
    if (/\s/u.test(letter)) return ' ';
    if (/\p{C}/u.test(letter)) return '';
    return letters.hasGlyphForCodePoint(code) ? letter : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  }).join('');
}

function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
