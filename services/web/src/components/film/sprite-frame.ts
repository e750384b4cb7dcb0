import type { SpriteView } from '@backlot/contracts/posts';
import type { CSSProperties } from 'react';

/** The frame of a moment as a background; the last one stands for what comes after it. `widest` is the longer side, in CSS pixels. */
export function spriteFrame(
  { url, columns, rows, width, height, interval }: SpriteView,
  seconds: number,
  widest = 160,
): CSSProperties {
  const index = Math.min(columns * rows - 1, Math.max(0, Math.floor(seconds / Math.max(interval, 0.001))));
  const scale = Math.min(1, widest / width, widest / height);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  return {
    width: w,
    height: h,
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${w * columns}px ${h * rows}px`,
    backgroundPosition: `${-(index % columns) * w}px ${-Math.floor(index / columns) * h}px`,
  };
}
