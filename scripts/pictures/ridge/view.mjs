/** Looks at a terrain: column by column from near to far, what is higher hides what is behind. */
import { clamp, mix, ss } from '../maths.mjs';
import { heightAt, waves } from './terrain.mjs';

/**
 * camera: { x, y, up (height), yaw (radians), fov (degrees), horizon (part of the height) }. `sea`: a lid of cloud or a
 * lake, { height(x, y) }. Returns the depth of each pixel, negative where the lid is what is seen, Infinity for sky.
 */
export function look(land, camera, W, H, sea = null, { near = 60, far = 9000, fine = 0.0011 } = {}) {
  const { x: cx, y: cy, up, yaw, fov, horizon } = camera,
    scale = W / 2 / Math.tan((fov * Math.PI) / 360),
    line = H * horizon;
  const depth = new Float32Array(W * H).fill(Infinity),
    fx = Math.cos(yaw),
    fy = Math.sin(yaw);
  for (let x = 0; x < W; x++) {
    const side = (x + 0.5 - W / 2) / scale,
      dx = fx - fy * side,
      dy = fy + fx * side;
    let low = H,
      before = near;
    for (let z = near; z < far && low > 0; z += Math.max(0.6, z * fine)) {
      const px = cx + dx * z,
        py = cy + dy * z,
        ground = heightAt(land, px, py),
        lid = sea ? sea.height(px, py) : -1e9,
        isLid = lid > ground;
      const y = Math.max(0, Math.ceil(line - (((isLid ? lid : ground) - up) / z) * scale));
      if (y < low) {
        for (let k = low - 1; k >= y; k--) {
          const part = (low - k) / (low - y),
            d = before + (z - before) * part;
          depth[k * W + x] = isLid ? -d : d;
        }
        low = y;
      }
      before = z;
    }
  }
  return { W, H, depth, camera, scale, line, fx, fy };
}

/** Where a place of the terrain is on the picture: { x, y, z, isSeen }. */
export function project(seen, land, px, py, above = 0) {
  const { camera, scale, line, fx, fy, W, H, depth } = seen,
    ex = px - camera.x,
    ey = py - camera.y,
    z = ex * fx + ey * fy,
    side = (ey * fx - ex * fy) / z;
  const x = W / 2 + side * scale,
    y = line - ((heightAt(land, px, py) + above - camera.up) / z) * scale,
    d = Math.abs(depth[Math.round(y) * W + Math.round(x)] ?? 0);
  return { x, y, z, isSeen: z > 0 && x >= 0 && x < W && y >= 0 && y < H && d > z * 0.985 };
}

/** Height up to which shade reaches at each cell of a coarser grid, for a sun at `azimuth` and `altitude` (radians). */
export function shadeOf(land, azimuth, altitude, m = 1024) {
  const k = land.n / m,
    h = new Float32Array(m * m),
    shade = new Float32Array(m * m).fill(-1e9);
  for (let j = 0; j < m; j++) for (let i = 0; i < m; i++) h[j * m + i] = land.h[j * k * land.n + i * k];
  const sx = -Math.cos(azimuth),
    sy = -Math.sin(azimuth),
    alongX = Math.abs(sx) > Math.abs(sy),
    slip = alongX ? sy / Math.abs(sx) : sx / Math.abs(sy),
    forth = (alongX ? sx : sy) > 0 ? 1 : -1;
  const drop = Math.tan(Math.max(0.01, altitude)) * k * Math.hypot(1, slip);
  for (let step = 0; step < m * 2; step++) {
    const a = (((forth > 0 ? step : -step) % m) + m) % m,
      p = (a - forth + m) % m;
    for (let b = 0; b < m; b++) {
      const q = b - slip,
        Q = Math.floor(q),
        t = q - Q,
        q0 = ((Q % m) + m) % m,
        q1 = (q0 + 1) % m;
      const at = (c, e) => (alongX ? e * m + c : c * m + e),
        s0 = Math.max(shade[at(p, q0)], h[at(p, q0)]),
        s1 = Math.max(shade[at(p, q1)], h[at(p, q1)]);
      shade[at(a, b)] = s0 * (1 - t) + s1 * t - drop;
    }
  }
  const coarse = { h: shade, n: m };
  return (x, y) => heightAt(coarse, x / k, y / k);
}

/** Hollows get less sky than ridges: how far a place lies below the mean of its surroundings. */
export function hollowOf(land, m = 512) {
  const k = land.n / m,
    h = new Float32Array(m * m);
  for (let j = 0; j < m; j++) for (let i = 0; i < m; i++) h[j * m + i] = land.h[j * k * land.n + i * k];
  let soft = h;
  for (const r of [3, 3, 3])
    for (const across of [true, false]) {
      const out = new Float32Array(m * m);
      for (let j = 0; j < m; j++) {
        let s = 0;
        const at = (i) => {
          const c = ((i % m) + m) % m;
          return across ? j * m + c : c * m + j;
        };
        for (let i = -r; i <= r; i++) s += soft[at(i)];
        for (let i = 0; i < m; i++) {
          out[at(i)] = s / (2 * r + 1);
          s += soft[at(i + r + 1)] - soft[at(i - r)];
        }
      }
      soft = out;
    }
  const coarse = { h: soft, n: m };
  return (x, y, height) => clamp(0.72 + (height - heightAt(coarse, x / k, y / k)) / 90, 0.35, 1.15);
}

/**
 * Light on what was seen, into `frame.d` (linear, three floats a pixel). `mood` says sun, air, ground; see `moods.mjs`.
 */
export function shade(seen, land, mood, frame, sea = null) {
  const { W, H, depth, camera, scale, line, fx, fy } = seen,
    { d } = frame,
    { sun, air, ground } = mood;
  const az = camera.yaw + (sun.side * Math.PI) / 180,
    alt = (sun.high * Math.PI) / 180,
    light = [Math.cos(az) * Math.cos(alt), Math.sin(az) * Math.cos(alt), Math.sin(alt)];
  const inShade = mood.shade ?? (mood.shade = shadeOf(land, az, alt, mood.fineShade ?? 2048)),
    hollow = land.hollow ?? (land.hollow = hollowOf(land));
  const n = land.n,
    m = n - 1,
    top = land.top;
  const colourAt = (px, py, height, z, vx, vy) => {
    const e = Math.max(1, z / scale),
      gx = (heightAt(land, px + e, py) - heightAt(land, px - e, py)) / (2 * e),
      gy = (heightAt(land, px, py + e) - heightAt(land, px, py - e)) / (2 * e),
      l = Math.hypot(gx, gy, 1);
    const nz = 1 / l,
      facing = (-gx * light[0] - gy * light[1] + light[2]) / l,
      cell = (Math.floor(py) & m) * n + (Math.floor(px) & m);
    const lit = ss(-5, 9, height - inShade(px, py)) * Math.max(0, facing),
      open = hollow(px, py, height),
      paint = ground(
        px,
        py,
        height / top,
        nz,
        land.forest ? land.forest[cell] : 0,
        land.trail ? land.trail[cell] : 0,
        z / scale,
      );
    const back = Math.max(0, -(gx * vx + gy * vy) / l) * 0.25,
      ambient = (0.45 + 0.55 * nz) * open;
    return [0, 1, 2].map((k) => paint[k] * (sun.colour[k] * lit + air.sky[k] * ambient + air.bounce[k] * back * open));
  };
  const veil = (c, z, height, toSun, vz) =>
    mix(
      c,
      mood.haze(toSun, vz),
      1 -
        Math.exp(
          -((z / air.clear) ** air.power) *
            (air.low + (1 - air.low) * Math.exp(-Math.max(0, height - air.base) / air.scale)),
        ),
    );
  const tools = { land, mood, light, inShade, colourAt, veil };
  for (let y = 0; y < H; y++)
    for (let x = 0; x < W; x++) {
      const o = y * W + x,
        deep = depth[o],
        side = (x + 0.5 - W / 2) / scale,
        rise = (line - y - 0.5) / scale,
        len = Math.hypot(1, side, rise);
      const vx = (fx - fy * side) / len,
        vy = (fy + fx * side) / len,
        vz = rise / len,
        toSun = vx * light[0] + vy * light[1] + vz * light[2];
      let c;
      if (deep === Infinity) c = mood.sky(vx, vy, vz, toSun, x, y);
      else {
        const isLid = deep < 0,
          z = Math.abs(deep),
          px = camera.x + (fx - fy * side) * z,
          py = camera.y + (fy + fx * side) * z,
          height = camera.up + rise * z,
          lidHere = sea ? sea.height(px, py) : -1e9;
        if (isLid) {
          c = sea.surface(tools, px, py, z, vx, vy, vz, toSun);
          const real = heightAt(land, px, py),
            cover = sea.cover(lidHere - real);
          if (cover < 0.995) c = mix(colourAt(px, py, real, z, vx, vy), c, cover);
        } else {
          c = colourAt(px, py, height, z, vx, vy);
          const cover = sea ? sea.mist(height - lidHere) : 0;
          if (cover > 0.005) c = mix(c, sea.colour(toSun, ss(-30, 60, lidHere - inShade(px, py))), cover);
        }
        c = veil(c, z, height, toSun, vz);
      }
      d[o * 3] = c[0];
      d[o * 3 + 1] = c[1];
      d[o * 3 + 2] = c[2];
    }
  return frame;
}

/** A lake: what stands behind it, upside down, moved by small waves. */
export function lake(level, { ripple = 0.004, deep = [0.02, 0.05, 0.06], time = 0, calm = 1 } = {}) {
  return {
    height: () => level,
    cover: (thick) => ss(0, 3, thick),
    mist: () => 0,
    colour: () => deep,
    surface({ land, mood, light, colourAt, veil }, px, py, z, vx, vy, vz) {
      const w = ripple * Math.min(1, 500 / z + 0.25) * calm,
        a = waves(px / 5 + time, py / 5, 1 << 16, 2) + waves(px / 2.1, py / 2.1 - time, 1 << 16, 3) * 0.6,
        b = waves(px / 5 + 40, py / 5 + time, 1 << 16, 4);
      let rx = vx + a * w * 2,
        ry = vy + b * w * 2,
        rz = Math.max(0.002, -vz + a * w * 4);
      const l = Math.hypot(rx, ry, rz),
        mirror = 0.25 + 0.72 * (1 - Math.min(1, -vz * 2.2)) ** 3;
      rx /= l;
      ry /= l;
      rz /= l;
      let c = null;
      for (let t = 6; t < 7000 && rz * t < 800; t += Math.max(2.5, t * 0.006)) {
        const qx = px + rx * t,
          qy = py + ry * t,
          up = level + rz * t;
        if (heightAt(land, qx, qy) > up) {
          c = veil(colourAt(qx, qy, up, z + t, rx, ry), z + t, up, rx * light[0] + ry * light[1] + rz * light[2], rz);
          break;
        }
      }
      c ??= mood.sky(rx, ry, rz, rx * light[0] + ry * light[1] + rz * light[2], 0, 0);
      return mix(deep, c, mirror);
    },
  };
}

/** A lid of cloud over the valleys. `time` in seconds moves it; it comes back after `loop` of them. */
export function cloudSea(
  {
    height,
    swell = 60,
    soft = 26,
    time = 0,
    loop = 0,
    seed = 3,
    size = 4096,
    tone = [1, 1, 1],
    dark = [0.32, 0.4, 0.55],
  },
  mood,
) {
  const m = 512,
    whole = loop ? Math.PI * 2 * (time / loop) : 0,
    ox = loop ? Math.cos(whole) * 0.035 : time * 0.0042,
    oy = loop ? Math.sin(whole) * 0.035 : time * 0.0016;
  const grid = new Float32Array(m * m);
  for (let j = 0; j < m; j++)
    for (let i = 0; i < m; i++) {
      const u = i / m,
        v = j / m;
      grid[j * m + i] =
        waves((u + ox) * 6, (v + oy) * 6, 6, seed) +
        0.6 * Math.abs(waves((u - oy) * 14, (v + ox) * 14, 14, seed + 1)) +
        0.3 * Math.abs(waves((u + ox * 1.4) * 34, (v - oy) * 34, 34, seed + 2)) +
        0.14 * waves((u - ox) * 90, (v + oy * 2) * 90, 90, seed + 3);
    }
  const field = { h: grid, n: m },
    k = size / m,
    at = (x, y) => height + swell * heightAt(field, x / k, y / k);
  const colour = (toSun, lit) => {
    const glow = Math.max(0, toSun) ** 6;
    return [0, 1, 2].map(
      (c) => mood.air.sky[c] * dark[c] * 2.4 + mood.sun.colour[c] * tone[c] * (0.06 + 0.2 * lit + 0.42 * glow * lit),
    );
  };
  return {
    height: at,
    cover: (thick) => 1 - 0.04 * Math.exp(-thick / soft),
    mist: (above) => Math.exp(-above / (soft * 0.9)) * 0.96,
    colour,
    surface({ land, light, inShade }, px, py, z, vx, vy, vz, toSun) {
      const e = Math.max(4, z / 600),
        gx = (at(px + e, py) - at(px - e, py)) / (2 * e),
        gy = (at(px, py + e) - at(px, py - e)) / (2 * e),
        l = Math.hypot(gx, gy, 1),
        facing = (-gx * light[0] - gy * light[1] + light[2]) / l;
      const lit = ss(-30, 60, at(px, py) - inShade(px, py)),
        c = colour(toSun, lit),
        f = 0.3 + 1.25 * Math.max(0, facing * 0.75 + 0.25) ** 1.3 * (0.35 + 0.65 * lit);
      // Towards the shore it is mist, which has no surface to shade.
      const body = f + (1 - f) * Math.exp(-Math.max(0, at(px, py) - heightAt(land, px, py)) / (soft * 1.4));
      return [c[0] * body, c[1] * body, c[2] * body];
    },
  };
}
