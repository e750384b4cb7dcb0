import sharp from 'sharp';

/** A photo of a camera's kind and size in bytes: hardly compressible, with a place in its data. */
export async function makePhoto(
  name: string,
  colour: { r: number; g: number; b: number },
  width = 2400,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({
    create: {
      width,
      height: (width * 3) / 4,
      channels: 3,
      background: colour,
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .tint(colour)
    .withExif({ IFD0: { Make: 'Testcam' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 4/1 0/1' } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}
