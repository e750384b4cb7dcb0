import { fileURLToPath } from 'node:url';
import sharp, { type OverlayOptions, type Raw, type Sharp } from 'sharp';
import type { Size, Watermark } from './photo-plan.ts';

/** For children alone: what the server's process may not do. */
const font = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'));
/** Pixels of width for which `Watermark.size` is meant. */
const meantForWidth = 1280;
const smallestLetters = 9;
/** Share of the square's width that the text may take. */
const widest = 0.7;

export interface Mark extends Size {
  readonly data: Buffer;
  readonly left: number;
  readonly top: number;
}

/** Draws marks of one text; letters are drawn once, as large as any picture needs them. */
export async function markDrawer(watermark: Watermark, largest: Size): Promise<(picture: Size) => Promise<Mark>> {
  const letters = await drawLetters(watermark, lettersFor(watermark, largest));
  return async (picture) => {
    const wanted = lettersFor(watermark, picture) / lettersFor(watermark, largest);
    const margin = Math.round(lettersFor(watermark, picture) * 0.75);
    const { width: inside } = squareOf(picture);
    const scale = Math.min(
      wanted,
      (inside * widest) / letters.width,
      Math.max(1, inside - 2 * margin) / letters.height,
    );
    const size = {
      width: Math.max(1, Math.floor(letters.width * scale)),
      height: Math.max(1, Math.floor(letters.height * scale)),
    };
    const data = await sharp(letters.data, { raw: rawOf(letters) })
      .resize(size.width, size.height, { fit: 'fill' })
      .raw()
      .toBuffer();
    return { ...size, data, ...placeOf(watermark.position, size, picture, margin) };
  };
}

export const overlayOf = (mark: Mark): OverlayOptions => ({
  input: mark.data,
  raw: rawOf(mark),
  left: mark.left,
  top: mark.top,
});

export const rawOf = ({ width, height }: Size): Raw => ({ width, height, channels: 4 });

const lettersFor = ({ size }: Watermark, { width }: Size): number =>
  Math.max(smallestLetters, Math.round((size * width) / meantForWidth));

/** The text in its colour over a soft shadow of the other brightness, so that it can be read on anything. */
async function drawLetters({ text, color }: Watermark, pixels: number): Promise<Size & { data: Buffer }> {
  const escaped = text.replace(/[&<>'"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  // Raw from step to step: in the child for photos no reader of pictures in memory is left.
  const drawn = await rawPicture(
    sharp({
      text: {
        text: `<span foreground="${color}">${escaped}</span>`,
        font: 'DejaVu Sans Bold 72',
        fontfile: font,
        rgba: true,
        dpi: pixels,
      },
    }),
  );
  const soft = Math.max(0.5, pixels / 10);
  const around = Math.ceil(soft * 2);
  const room = { top: around, bottom: around, left: around, right: around, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const { data, ...size } = await rawPicture(sharp(drawn.data, { raw: rawOf(drawn) }).extend(room));
  const shadow = Buffer.from(data);
  const [shade, lightness] = [isLight(color) ? 0 : 255, 0.85];
  for (let at = 0; at < shadow.length; at += 4) shadow.fill(shade, at, at + 3);
  for (let at = 3; at < data.length; at += 4) data[at] = Math.round(data[at]! * lightness);
  const blurred = await rawPicture(sharp(shadow, { raw: rawOf(size) }).blur(soft));
  return rawPicture(sharp(blurred.data, { raw: rawOf(size) }).composite([{ input: data, raw: rawOf(size) }]));
}

async function rawPicture(picture: Sharp): Promise<Size & { data: Buffer }> {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 > 110;
}

/** The square in the middle, which is what cards and grids show of a picture: a mark in a corner of it is not cut away. */
function squareOf({ width, height }: Size): Size & { left: number; top: number } {
  const side = Math.min(width, height);
  return { width: side, height: side, left: Math.floor((width - side) / 2), top: Math.floor((height - side) / 2) };
}

function placeOf(
  position: Watermark['position'],
  mark: Size,
  picture: Size,
  margin: number,
): { left: number; top: number } {
  const square = squareOf(picture);
  const [right, bottom] = [square.width - mark.width - margin, square.height - mark.height - margin];
  return {
    left: square.left + Math.max(0, position.endsWith('left') ? Math.min(margin, square.width - mark.width) : right),
    top: square.top + Math.max(0, position.startsWith('top') ? Math.min(margin, square.height - mark.height) : bottom),
  };
}
