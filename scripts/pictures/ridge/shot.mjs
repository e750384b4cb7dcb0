/** One photograph of a terrain, from a few words about where and when. */
import { frameOf, picture, smaller } from './develop.mjs';
import { cloudSea, look, shade } from './view.mjs';
import { basinOf, heightAt, peaksOf, plant, terrainOf } from './terrain.mjs';

const lands = new Map();
/** A terrain, with spruces up to a line if one is given; made once a process. */
export function landOf(name, trees) {
  const key = `${name} ${JSON.stringify(trees ?? null)}`;
  if (!lands.has(key)) {
    // One of these is a hundred megabytes: keep the last few.
    if (lands.size > 2) lands.delete(lands.keys().next().value);
    const plain = terrainOf(name);
    plain.peaks = peaksOf(plain, 14);
    plain.basin = basinOf(plain);
    lands.set(key, trees ? plant(plain, { ...trees, line: trees.line * plain.top }) : plain);
  }
  return lands.get(key);
}

/** Where the camera stands: `away` from a peak, in a direction, `above` the ground there; `turn` looks past the peak. */
export function stand(
  land,
  {
    peak = 0,
    at = null,
    basin = false,
    from = 0,
    away = 3000,
    above = 60,
    up = null,
    turn = 0,
    fov = 26,
    horizon = 0.45,
  },
) {
  if (basin) {
    const [bx, by, low] = land.basin,
      [mx, my] = land.peaks.toSorted((a, b) => Math.hypot(a[0] - bx, a[1] - by) - Math.hypot(b[0] - bx, b[1] - by))[0],
      yaw = Math.atan2(my - by, mx - bx) + (turn * Math.PI) / 180;
    return { x: bx - Math.cos(yaw) * away, y: by - Math.sin(yaw) * away, up: low + 74 + up, yaw, fov, horizon };
  }
  const [px, py] = at ?? land.peaks[peak],
    a = (from * Math.PI) / 180,
    x = px - Math.cos(a) * away,
    y = py - Math.sin(a) * away;
  let clear = 0;
  for (let z = 0; z < 260; z += 20)
    clear = Math.max(clear, heightAt(land, x + Math.cos(a) * z, y + Math.sin(a) * z) - z * 0.12);
  return { x, y, up: up === null ? clear + above : up * land.top, yaw: a + (turn * Math.PI) / 180, fov, horizon };
}

/**
 * `scene`: { land, trees, view, mood, sea, size: [w, h], far, before(frame, seen, land), over(seen, land, w, h), finish }.
 * `draft` takes a ninth of the pixels.
 */
export async function shoot(scene, draft = false) {
  const [w, h] = scene.size ?? [1440, 960],
    by = draft ? 1 : 2,
    part = draft ? 0.34 : 1,
    W = Math.round(w * part) * by,
    H = Math.round(h * part) * by;
  let land = landOf(scene.land, scene.trees);
  if (scene.change) land = scene.change(land);
  const camera = stand(land, scene.view),
    sea = scene.sea
      ? typeof scene.sea === 'function'
        ? scene.sea(land, scene.mood)
        : cloudSea({ ...scene.sea, height: scene.sea.height * land.top }, scene.mood)
      : null;
  const seen = look(land, camera, W, H, sea, { far: scene.far ?? 9000, near: scene.near ?? 60 }),
    frame = shade(seen, land, scene.mood, frameOf(W, H), sea);
  scene.before?.(frame, seen, land, W / w);
  const over = scene.over?.(Math.round(w * part), Math.round(h * part), part, seen, land) ?? [];
  return picture(by > 1 ? smaller(frame, by) : frame, { ...scene.finish, over });
}
