import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { pngChunk } from './png-chunk.ts';

/** Photos for tests, made on the spot. Sides are in pixels. */

/** Circles and fine noise over a gradient: flat places, edges and detail, as a real photo has. */
export async function scene(width: number, height: number): Promise<Buffer> {
  const circles = Array.from({ length: 24 }, (_, i) => {
    const [x, y, r] = [(i * 37) % 100, (i * 61) % 100, 3 + ((i * 7) % 9)];
    return `<circle cx="${x}%" cy="${y}%" r="${r}%" fill="hsl(${i * 47},70%,${30 + ((i * 11) % 50)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="g" x2="1" y2="1"><stop stop-color="#204060"/><stop offset="1" stop-color="#f0b070"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#g)"/>${circles.join('')}</svg>`;
  return sharp(Buffer.from(svg))
    .composite([{ input: grain(width, height), raw: { width, height, channels: 3 }, blend: 'soft-light' }])
    .removeAlpha()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Noise about 128 with a deviation of 30, another each time. What libvips has took four fifths of the time of a scene. */
function grain(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(width * height * 3);
  let state = 1 + Math.floor(Math.random() * 0x7fff_ffff);
  for (let at = 0; at < bytes.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    // The sum of four even ones comes close to a bell, whose deviation is 147.8.
    const sum = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24);
    bytes[at] = 128 + ((sum - 510) * 30) / 147.8;
  }
  return bytes;
}

/** As a telephone writes it: place, camera, owner. */
export async function withLocation(photo: Buffer): Promise<Buffer> {
  return sharp(photo)
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'Acme', Model: 'Phone 12', Artist: 'Ana Example', Copyright: 'Ana Example' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 40/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secretplace>48.8583</secretplace></x:xmpmeta>')
    .toBuffer();
}

/** Red left, blue right as it lies in the file; orientation 6 turns it so that red is on top. */
export async function lyingOnItsSide(width: number, height: number): Promise<Buffer> {
  const right = await sharp({ create: { width: Math.floor(width / 2), height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: right, left: Math.ceil(width / 2), top: 0 }])
    .jpeg({ quality: 95 })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** One colour: hundreds of megapixels in a few kilobytes. */
export async function bomb(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#123456' }, limitInputPixels: false })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}

/** A PNG whose header announces any size whatever follows. */
export async function lyingHeader(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** An APNG of two frames: the first red, the second blue. */
export async function animated(width: number, height: number): Promise<Buffer> {
  const frame = async (background: string) =>
    pngChunks(
      await sharp({ create: { width, height, channels: 3, background } })
        .png({ palette: false })
        .toBuffer(),
    );
  const [first, second] = [await frame('#ff0000'), await frame('#0000ff')];
  const control = (frames: number, number: number): Buffer => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(number, 0);
    data.writeUInt32BE(width, 4);
    data.writeUInt32BE(height, 8);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(frames, 22);
    return pngChunk('fcTL', data);
  };
  const frames = Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]);
  const data = second
    .filter(({ type }) => type === 'IDAT')
    .map((part, i) => pngChunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2 + i]), part.data])));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...first.filter(({ type }) => type === 'IHDR').map((part) => pngChunk('IHDR', part.data)),
    pngChunk('acTL', frames),
    control(10, 0),
    ...first.filter(({ type }) => type === 'IDAT').map((part) => pngChunk('IDAT', part.data)),
    control(10, 1),
    ...data,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunks(png: Buffer): { type: string; data: Buffer }[] {
  const found: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    found.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}
