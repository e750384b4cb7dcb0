import type { SpriteView } from '@backlot/contracts/posts';
import type { CSSProperties } from 'react';

/** Widest that a frame is shown, in CSS pixels. */
const widest = 160;

/** The frame of a moment as a background; the last one stands for what comes after it. */
export function spriteFrame({ url, columns, rows, width, height, interval }: SpriteView, seconds: number): CSSProperties {
  const index = Math.min(columns * rows - 1, Math.max(0, Math.floor(seconds / Math.max(interval, 0.001))));
  const scale = Math.min(1, widest / width, widest / height);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  return {
    width: w, height: h,
    backgroundImage: `url(${JSON.stringify(url)})`,
    backgroundSize: `${w * columns}px ${h * rows}px`,
    backgroundPosition: `${-(index % columns) * w}px ${-Math.floor(index / columns) * h}px`,
  };
}
