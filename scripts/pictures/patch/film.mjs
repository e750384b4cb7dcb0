/** Linear frames, bloom and development to eight bits. */
import sharp from 'sharp';
import { clamp, rng, ss } from '../maths.mjs';

export const frame = (w, h) => ({ w, h, d: new Float32Array(w * h * 3) });
/** Fills a frame by a function of pixel position that returns linear [r, g, b]. */
export function fill(f, colour) {
  for (let y = 0; y < f.h; y++)
    for (let x = 0; x < f.w; x++) {
      const c = colour(x, y),
        o = (y * f.w + x) * 3;
      f.d[o] = c[0];
      f.d[o + 1] = c[1];
      f.d[o + 2] = c[2];
    }
  return f;
}

/** Three box passes are near enough a gaussian. */
function blur(src, w, h, r) {
  let a = src;
  const b = new Float32Array(src.length);
  for (let p = 0; p < 3; p++) {
    for (let y = 0; y < h; y++)
      for (let c = 0; c < 3; c++) {
        let s = 0;
        for (let x = -r; x <= r; x++) s += a[(y * w + clamp(x, 0, w - 1)) * 3 + c];
        for (let x = 0; x < w; x++) {
          b[(y * w + x) * 3 + c] = s / (2 * r + 1);
          s += a[(y * w + Math.min(w - 1, x + r + 1)) * 3 + c] - a[(y * w + Math.max(0, x - r)) * 3 + c];
        }
      }
    const t = a === src ? new Float32Array(src.length) : a;
    for (let x = 0; x < w; x++)
      for (let c = 0; c < 3; c++) {
        let s = 0;
        for (let y = -r; y <= r; y++) s += b[(clamp(y, 0, h - 1) * w + x) * 3 + c];
        for (let y = 0; y < h; y++) {
          t[(y * w + x) * 3 + c] = s / (2 * r + 1);
          s += b[(Math.min(h - 1, y + r + 1) * w + x) * 3 + c] - b[(Math.max(0, y - r) * w + x) * 3 + c];
        }
      }
    a = t;
  }
  return a;
}

/** Bloom above a threshold, lens falloff, filmic curve, grain; a sharp image `w` wide. */
export async function develop(
  f,
  { bloom = 0.5, thr = 0.9, grain = 0.022, vig = 0.5, w = f.w, expo = 1, median = true } = {},
) {
  const { w: W, h: H, d } = f,
    hi = new Float32Array(d.length);
  for (let i = 0; i < d.length; i++) hi[i] = Math.max(0, d[i] - thr);
  const small = bloom
    ? [
        blur(hi, W, H, Math.max(1, Math.round(W / 260))),
        blur(hi, W, H, Math.round(W / 60)),
        blur(hi, W, H, Math.round(W / 18)),
      ]
    : null;
  const out = Buffer.alloc(W * H * 3),
    R = rng(7);
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const i = (y * W + x) * 3,
        dx = (x / W - 0.5) * 2,
        dy = (y / H - 0.5) * 2,
        v = 1 - vig * ss(0.3, 1.9, dx * dx + dy * dy),
        g = (R() + R() + R() - 1.5) * grain;
      for (let c = 0; c < 3; c++) {
        let k =
          (d[i + c] + (small ? bloom * (small[0][i + c] * 0.7 + small[1][i + c] * 0.6 + small[2][i + c] * 0.7) : 0)) *
          v *
          expo;
        k = (k * (2.51 * k + 0.03)) / (k * (2.43 * k + 0.59) + 0.14);
        out[i + c] = clamp(clamp(k) ** (1 / 2.2) + g) * 255;
      }
    }
  const image = sharp(out, { raw: { width: W, height: H, channels: 3 } });
  return (median ? image.median(3) : image).resize({ width: w });
}

/** The coverage of an SVG drawing, 0 to 255 a pixel. */
export const stencil = (svg, soft) => sharp(Buffer.from(svg)).extractChannel(3).blur(soft).raw().toBuffer();
