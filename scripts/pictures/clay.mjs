/** The ceramic studio's pictures. `node scripts/pictures/clay.mjs [name …] [--draft] [--out folder] [--jobs n]` */
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { join, expose } from './clay/denoise.mjs';
import { MACRO_NAMES, paintMacro } from './clay/macros.mjs';
import { SCENES } from './clay/scenes.mjs';
import { trace } from './clay/tracer.mjs';
import { renderAll } from './pool.mjs';

async function paint(name, draft) {
  if (!SCENES[name]) {
    const [w, h] = draft ? [480, 360] : [1440, 1080];
    return sharp(paintMacro(name, w, h), { raw: { width: w, height: h, channels: 3 } }).modulate({ saturation: 0.78 });
  }
  const scene = { ...SCENES[name] };
  if (draft) Object.assign(scene, { w: Math.round(scene.w / 3), h: Math.round(scene.h / 3), spp: 6 });
  const picture = expose(join(trace(scene), scene), scene),
    raw = { width: scene.w, height: scene.h, channels: 3 };
  if (!scene.kiln) return sharp(picture, { raw });
  const bloom = await sharp(picture, { raw })
    .blur(scene.w / 40)
    .linear(0.42, -8)
    .png()
    .toBuffer();
  return sharp(
    await sharp(picture, { raw })
      .composite([{ input: bloom, blend: 'screen' }])
      .removeAlpha()
      .raw()
      .toBuffer(),
    { raw },
  );
}

await renderAll(fileURLToPath(import.meta.url), [...Object.keys(SCENES), ...MACRO_NAMES], paint, 'tenants/clay');
