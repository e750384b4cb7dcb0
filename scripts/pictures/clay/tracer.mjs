/** A small path tracer: one window, a papered corner, turned pots; one bounce and one reflection a sample. */
import { clamp, fbm, hash, ss, vn } from '../maths.mjs';
import { distanceGrid, GRID, PAD, PROFILES } from './profiles.mjs';
import { averageColour, bareClay, GLAZES } from './glazes.mjs';
import { BOX, DISC, POT, RING } from './solids.mjs';

const LAYERS = ['albedo', 'diffuse', 'gloss', 'normal'];

/** Traces rows [from, to) of a scene into the layers that denoise.mjs joins. */
export function trace(scene) {
  const { w, h, spp } = scene,
    n = w * h;
  const out = Object.fromEntries([
    ...LAYERS.map((k) => [k, new Float32Array(n * 3)]),
    ...['depth', 'diffuseVar', 'glossVar'].map((k) => [k, new Float32Array(n)]),
  ]);
  const sample = sampler(scene);
  for (let y = 0; y < h; y++) for (let x = 0; x < w; x++) sample(x, y, y * w + x, out);
  for (let i = 0; i < n; i++) {
    out.diffuseVar[i] /= spp * spp;
    out.glossVar[i] /= spp * spp;
  }
  return out;
}

/** One shape for all kinds of solids, so that the inner loop reads fields at fixed places. */
class Solid {
  constructor(o, grid) {
    this.t = o.t;
    this.x = o.x;
    this.y = o.y;
    this.z = o.z;
    this.s = o.s ?? 1;
    this.hx = o.hx ?? 0;
    this.hy = o.hy ?? 0;
    this.hz = o.hz ?? 0;
    this.rd = o.rd ?? 0;
    this.r = o.r ?? 0;
    this.h = o.h ?? 0;
    this.c = o.c ?? 1;
    this.n = o.n ?? 0;
    this.clip = o.clip ?? 0;
    this.R = grid ? grid.R : (o.R ?? 0);
    this.y0 = grid?.y0 ?? 0;
    this.y1 = grid?.y1 ?? 1;
    this.top = grid?.top ?? 1;
    this.grid = grid?.g ?? NO_GRID;
    this.perR = (GRID - 1) / this.R;
    this.perY = (GRID - 1) / (this.y1 - this.y0);
    this.caps = o.caps ?? [];
    this.buds = o.buds ?? [];
    this.onBud = false;
    this.mat = o.mat;
    this.budMat = o.budMat ?? o.mat;
    this.flip = o.flip === true;
    this.flute = o.flute ?? null;
    this.dim = o.flute ? 0.62 : 1;
    this.ring = Boolean(o.ring);
    this.smooth = o.smooth === true;
    this.tile = o.tile ?? 0;
    this.hot = o.hot === true;
    this.cx = o.x;
    this.cz = o.z;
    this.cy = grid ? o.y + ((grid.y0 + grid.y1) / 2) * this.s : o.y;
    this.bound =
      0.02 +
      (grid
        ? Math.hypot(grid.R, (grid.y1 - grid.y0) / 2) * this.s
        : o.t === BOX
          ? Math.hypot(o.hx, o.hy, o.hz)
          : o.t === DISC
            ? Math.hypot(o.r, o.h)
            : o.t === RING
              ? o.R * 1.2 + o.r
              : o.R);
  }
}
const NO_GRID = new Float32Array(0);

function sampler(sc) {
  const grids = {},
    objs = sc.objs
      .flat(3)
      .map((o) => new Solid(o, o.t === POT ? (grids[o.profile] ??= distanceGrid(PROFILES[o.profile])) : null));
  const distance = (o, x, y, z) => {
    if (o.t === POT) {
      const s = o.s,
        q = 1 / s;
      x = (x - o.x) * q;
      y = (y - o.y) * q;
      z = (z - o.z) * q;
      if (o.flip) y = o.top - y;
      let r = Math.sqrt(x * x + z * z);
      const dx = r > o.R ? r - o.R : 0,
        dy = y < o.y0 ? o.y0 - y : y > o.y1 ? y - o.y1 : 0;
      if (dx !== 0 || dy !== 0) return (Math.sqrt(dx * dx + dy * dy) + PAD * 0.8) * s;
      if (o.flute !== null) {
        const f = o.flute;
        r +=
          f[1] *
          Math.abs(Math.cos(Math.atan2(z, x) * f[0] * 0.5)) *
          ss(f[2], f[2] + 0.12, y) *
          ss(f[3], f[3] - 0.12, y);
      }
      const fx = r * o.perR,
        fy = (y - o.y0) * o.perY,
        i = fx | 0,
        j = fy | 0;
      const a = i < GRID - 2 ? i : GRID - 2,
        b = j < GRID - 2 ? j : GRID - 2,
        u = fx - a,
        v = fy - b,
        k = b * GRID + a,
        g = o.grid;
      return (
        ((g[k] * (1 - u) + g[k + 1] * u) * (1 - v) + (g[k + GRID] * (1 - u) + g[k + GRID + 1] * u) * v) * s * o.dim
      );
    }
    if (o.t === BOX) {
      const lx = x - o.x,
        lz = z - o.z,
        X = lx * o.c + lz * o.n,
        Z = lz * o.c - lx * o.n;
      const a = Math.abs(X) - o.hx + o.rd,
        b = Math.abs(y - o.y) - o.hy + o.rd,
        c = Math.abs(Z) - o.hz + o.rd,
        A = Math.max(a, 0),
        B = Math.max(b, 0),
        D = Math.max(c, 0);
      return Math.sqrt(A * A + B * B + D * D) + Math.min(Math.max(a, b, c), 0) - o.rd;
    }
    if (o.t === DISC) {
      x -= o.x;
      z -= o.z;
      const a = Math.sqrt(x * x + z * z) - o.r,
        b = Math.abs(y - o.y) - o.h,
        A = Math.max(a, 0),
        B = Math.max(b, 0);
      return Math.min(Math.max(a, b), 0) + Math.sqrt(A * A + B * B);
    }
    if (o.t === RING) {
      const lx = x - o.x,
        lz = z - o.z,
        X = lx * o.c + lz * o.n,
        Z = lz * o.c - lx * o.n,
        q = Math.sqrt(X * X + (y - o.y) * (y - o.y) * 0.72) - o.R;
      return Math.max(Math.sqrt(q * q + Z * Z * 0.6) - o.r, o.clip - X) * 0.85;
    }
    const far = Math.hypot(x - o.x, y - o.y, z - o.z) - o.R;
    if (far > 0.2) return far;
    let d = 9;
    for (const q of o.caps) {
      const ex = q[3] - q[0],
        ey = q[4] - q[1],
        ez = q[5] - q[2],
        wx = x - q[0],
        wy = y - q[1],
        wz = z - q[2];
      const t = clamp((wx * ex + wy * ey + wz * ez) / (ex * ex + ey * ey + ez * ez)),
        a = wx - ex * t,
        b = wy - ey * t,
        c = wz - ez * t;
      const v = Math.sqrt(a * a + b * b + c * c) - q[6] - (q[7] - q[6]) * t;
      if (v < d) {
        d = v;
        o.onBud = false;
      }
    }
    for (const q of o.buds) {
      const a = x - q[0],
        b = (y - q[1]) * 0.8,
        c = z - q[2],
        v = Math.sqrt(a * a + b * b + c * c) - q[3];
      if (v < d) {
        d = v;
        o.onBud = true;
      }
    }
    return d;
  };
  /** Floor and wall with a rounded corner; shelves stand before a wall alone. */
  const paper = (y, z) => {
    const b = z - sc.wall;
    if (sc.noFloor) return b;
    const m = Math.max(1.4 - Math.abs(y - b), 0) / 1.4;
    return Math.min(y, b) - m * m * 0.35;
  };
  const active = new Array(objs.length);
  let hit = null;
  /** Nearest hit up to `max`, or -1. Only objects whose ball the ray meets are asked. */
  const march = (ox, oy, oz, dx, dy, dz, max, eps, withPaper) => {
    let count = 0,
      near = max;
    for (let i = 0; i < objs.length; i++) {
      const o = objs[i],
        ex = o.cx - ox,
        ey = o.cy - oy,
        ez = o.cz - oz,
        along = ex * dx + ey * dy + ez * dz,
        apart = ex * ex + ey * ey + ez * ez,
        rest = o.bound * o.bound - apart + along * along;
      if (rest < 0 || (along < 0 && apart > o.bound * o.bound)) continue;
      near = Math.min(near, along - Math.sqrt(rest));
      active[count++] = o;
    }
    hit = null;
    if (!count && !withPaper) return -1;
    let t = withPaper ? 0.004 : Math.max(0.004, near);
    for (let i = 0; i < 110; i++) {
      const x = ox + dx * t,
        y = oy + dy * t,
        z = oz + dz * t;
      let d = withPaper ? paper(y, z) : 9;
      hit = null;
      for (let k = 0; k < count; k++) {
        const v = distance(active[k], x, y, z);
        if (v < d) {
          d = v;
          hit = active[k];
        }
      }
      if (d < eps) return t;
      t += d * 0.94;
      if (t > max) {
        hit = null;
        return -1;
      }
    }
    return withPaper || hit ? t : -1;
  };
  /** As march, with floor and wall as planes: good enough for light that comes second hand. */
  const marchFar = (ox, oy, oz, dx, dy, dz, max, eps) => {
    const t = march(ox, oy, oz, dx, dy, dz, max, eps, false);
    let p = dz < 0 ? (sc.wall - oz) / dz : 1e9;
    if (!sc.noFloor && dy < 0) p = Math.min(p, -oy / dy);
    if (t > 0 && t < p) return t;
    hit = null;
    return p > 0 && p < max ? p : -1;
  };
  const colourAt = (o, ny) =>
    averageColour(o ? (o.onBud ? o.budMat : o.mat) : ny > 0.5 || sc.noFloor ? sc.floor : sc.back);
  const nrm = [0, 0, 0];
  let material;
  const surface = (x, y, z, o) => {
    const e = 0.0016,
      f = o ? (a, b, c) => distance(o, a, b, c) : (a, b, c) => paper(b, c);
    const a = f(x + e, y - e, z - e),
      b = f(x - e, y - e, z + e),
      c = f(x - e, y + e, z - e),
      d = f(x + e, y + e, z + e);
    let nx = a - b - c + d,
      ny = -a - b + c + d,
      nz = -a + b - c + d,
      l = Math.hypot(nx, ny, nz) || 1;
    nx /= l;
    ny /= l;
    nz /= l;
    nrm[0] = nx;
    nrm[1] = ny;
    nrm[2] = nz;
    if (!o) material = GLAZES[ny > 0.5 && !sc.noFloor ? sc.floor : sc.back](x, y, z, 1);
    else if (o.tile) {
      const i = o.tile,
        lx = (x - o.x) * o.c + (z - o.z) * o.n,
        lz = (z - o.z) * o.c - (x - o.x) * o.n;
      material =
        lz > o.hz * 0.62 ? bareClay(lx + i, 0, lz) : GLAZES[o.mat](lx + i * 2.7, 0.45 - lz * 0.5, lz + i, 0.64);
    } else if (o.t === POT) {
      const top = o.top,
        ly = (y - o.y) / o.s;
      material = GLAZES[o.mat]((x - o.x) / o.s, o.flip ? top - ly : ly, (z - o.z) / o.s, top, o.flip ? -ny : ny);
    } else
      material = GLAZES[o.onBud ? o.budMat : o.mat](x - (o.x || 0), y - o.y + (o.t === BOX ? 0 : 0.3), z - o.z, 1, 1);
    const bump = material[3] * 0.35;
    if (bump) {
      const q = 14,
        k = bump * 0.35;
      nx += (vn(x * q, y * q, z * q) - 0.5) * k;
      ny += (vn(x * q + 9, y * q, z * q) - 0.5) * k;
      nz += (vn(x * q, y * q + 9, z * q) - 0.5) * k;
      if (o && o.t === POT && !o.smooth)
        ny += Math.sin(y * (o.ring ? 46 : 60) + vn(x * 2, y * 2, z * 2) * 4) * (o.ring ? 0.3 : 0.045);
      l = Math.hypot(nx, ny, nz);
      nx /= l;
      ny /= l;
      nz /= l;
    }
    return [nx, ny, nz];
  };
  const W = sc.win,
    sky = sc.sky;
  const winN = W && [
    W.u[1] * W.v[2] - W.u[2] * W.v[1],
    W.u[2] * W.v[0] - W.u[0] * W.v[2],
    W.u[0] * W.v[1] - W.u[1] * W.v[0],
  ];
  const environment = (x, y, z, dx, dy, dz) => {
    if (W) {
      const u = W.u,
        v = W.v,
        t =
          ((W.x - x) * winN[0] + (W.y - y) * winN[1] + (W.z - z) * winN[2]) /
          (dx * winN[0] + dy * winN[1] + dz * winN[2]);
      if (t > 0) {
        const a = x + dx * t - W.x,
          b = y + dy * t - W.y,
          c = z + dz * t - W.z;
        const pu = (a * u[0] + b * u[1] + c * u[2]) / (u[0] ** 2 + u[1] ** 2 + u[2] ** 2),
          pv = (a * v[0] + b * v[1] + c * v[2]) / (v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
        if (Math.abs(pu) < 1 && Math.abs(pv) < 1)
          return Math.abs(pu) < 0.05 || Math.abs(pv + 0.05) < 0.04
            ? [0.4, 0.36, 0.3]
            : W.col.map((q) => q * 0.42 * (0.75 + 0.25 * pv));
      }
    }
    const f = 0.55 + 0.65 * (dy * 0.5 + 0.5) + 0.35 * Math.max(0, W && W.x > 0 ? dx : -dx);
    return [sky[0] * f, sky[1] * f, sky[2] * f];
  };
  const brick = (x, y) => {
    const by = y * 3.2,
      row = Math.floor(by),
      bx = x * 1.5 + (row & 1) * 0.5,
      fx = bx - Math.floor(bx),
      fy = by - row;
    return [ss(0, 0.045, fx) * ss(1, 0.955, fx) * ss(0, 0.09, fy) * ss(1, 0.91, fy), hash(Math.floor(bx), row, 5)];
  };
  const heat = sc.heat ?? 1,
    heatX = sc.heatX ?? 0.1,
    heatY = sc.heatY ?? 0.75;
  const fire = (x, y, z, o) => {
    if (!o && z < sc.wall + 0.4) {
      const [m, id] = brick(x, y),
        glow = Math.exp(-((x - heatX) ** 2 / 2.4 + (y - heatY) ** 2 / 1.5)) * (0.6 + 0.45 * fbm(x * 1.1, y * 1.1, 2)),
        k = glow * (0.42 + m * (0.5 + id * 0.25)) * heat;
      return [2.3 * k, 0.82 * k ** 1.5, 0.2 * k ** 2.1];
    }
    const k =
      (!o ? 0 : o.t === BOX && !o.hot ? 0.03 : 0.12 + fbm(x * 2.2 + 3, y * 2.2, z * 2.2) * 0.26) *
      Math.exp(-((x - heatX) ** 2) / 4.5) *
      heat;
    return [1.15 * k, 0.2 * k ** 1.2, 0.02 * k ** 1.6];
  };

  let seed = 12345;
  const rnd = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 4294967296;
  };
  const frac = (v) => v - Math.floor(v);
  const at = sc.at,
    e = sc.eye;
  let fx = at[0] - e[0],
    fy = at[1] - e[1],
    fz = at[2] - e[2],
    l = Math.hypot(fx, fy, fz);
  fx /= l;
  fy /= l;
  fz /= l;
  let rx = -fz,
    rz = fx;
  l = Math.hypot(rx, rz);
  rx /= l;
  rz /= l;
  const ux = -rz * fy,
    uy = rz * fx - rx * fz,
    uz = rx * fy,
    K = Math.tan((sc.fov * Math.PI) / 360);

  return (px, py, index, out) => {
    const i3 = index * 3,
      q1 = rnd(),
      q2 = rnd(),
      q3 = rnd(),
      q4 = rnd(),
      inv = 1 / sc.spp;
    let dSum = 0,
      dSq = 0,
      gSum = 0,
      gSq = 0;
    for (let s = 0; s < sc.spp; s++) {
      const a = ((px + frac(q3 + s * 0.7548777)) / sc.w - 0.5) * 2 * K * (sc.w / sc.h),
        b = -((py + frac(q4 + s * 0.5698403)) / sc.h - 0.5) * 2 * K;
      const lr = Math.sqrt(frac(q1 + (s + 0.5) * inv)) * sc.ap,
        la = frac(q2 + s * 0.618034) * 6.283,
        lx = Math.cos(la) * lr,
        ly = Math.sin(la) * lr;
      const ox = e[0] + rx * lx + ux * ly,
        oy = e[1] + uy * ly,
        oz = e[2] + rz * lx + uz * ly;
      let dx = e[0] + (fx + rx * a + ux * b) * sc.focus - ox,
        dy = e[1] + (fy + uy * b) * sc.focus - oy,
        dz = e[2] + (fz + rz * a + uz * b) * sc.focus - oz,
        d = Math.hypot(dx, dy, dz);
      dx /= d;
      dy /= d;
      dz /= d;
      const t = march(ox, oy, oz, dx, dy, dz, 24, 0.0018, true);
      if (t < 0) {
        for (let k = 0; k < 3; k++) out.gloss[i3 + k] += sky[k] * inv;
        out.depth[index] += 24 * inv;
        continue;
      }
      const x = ox + dx * t,
        y = oy + dy * t,
        z = oz + dz * t,
        o = hit,
        [nx, ny, nz] = surface(x, y, z, o),
        [al, gloss, rough] = material;
      const X = x + nrm[0] * 0.006,
        Y = y + nrm[1] * 0.006,
        Z = z + nrm[2] * 0.006;
      let r = 0,
        g = 0,
        bl = 0,
        gr = 0,
        gg = 0,
        gb = 0;
      if (W) {
        const su = frac(q1 + s * 0.7548777) * 2 - 1,
          sv = frac(q2 + s * 0.5698403) * 2 - 1;
        let wx = W.x + W.u[0] * su + W.v[0] * sv - x,
          wy = W.y + W.u[1] * su + W.v[1] * sv - y,
          wz = W.z + W.u[2] * su + W.v[2] * sv - z;
        d = Math.hypot(wx, wy, wz);
        wx /= d;
        wy /= d;
        wz /= d;
        const nl = nx * wx + ny * wy + nz * wz;
        if (nl > 0 && march(X, Y, Z, wx, wy, wz, d, 0.003, false) < 0) {
          const q = (nl * 2.1) / (d * d);
          r = W.col[0] * q;
          g = W.col[1] * q;
          bl = W.col[2] * q;
        }
      }
      const a1 = frac(q3 + s * 0.7548777 + 0.37) * 6.2832,
        vy = frac(q4 + s * 0.5698403 + 0.61) * 2 - 1,
        sn = Math.sqrt(1 - vy * vy);
      let hx = nx + Math.cos(a1) * sn * 0.98,
        hy = ny + vy * 0.98,
        hz = nz + Math.sin(a1) * sn * 0.98;
      d = Math.hypot(hx, hy, hz);
      hx /= d;
      hy /= d;
      hz /= d;
      const th = marchFar(X, Y, Z, hx, hy, hz, 5, 0.004),
        ho = hit;
      if (sc.kiln) {
        if (th > 0) {
          const L = fire(X + hx * th, Y + hy * th, Z + hz * th, ho);
          r += L[0] * 0.8;
          g += L[1] * 0.8;
          bl += L[2] * 0.8;
        }
      } else if (th < 0) {
        const f = 0.7 + 0.5 * hy;
        r += sky[0] * f;
        g += sky[1] * f;
        bl += sky[2] * f;
      } else {
        const c = colourAt(ho, hy < 0 && Y + hy * th < 0.02 ? 1 : 0),
          f = (0.5 * ss(0, 1, th) + 0.16) * (sc.bounce ?? 1);
        r += c[0] * f;
        g += c[1] * f;
        bl += c[2] * f;
      }
      if (sc.kiln) {
        const F = fire(x, y, z, o),
          fc = 1 + (nx * dx + ny * dy + nz * dz),
          rim = o ? 0.35 + 3.4 * fc * fc * fc + 0.5 * Math.max(0, ny) : 1;
        gr = F[0] * rim;
        gg = F[1] * rim;
        gb = F[2] * rim;
      } else if (gloss > 0) {
        const dn = dx * nx + dy * ny + dz * nz,
          F = gloss + (1 - gloss) * (1 - Math.min(1, -dn)) ** 5 * (1 - rough * 0.75),
          k = rough * 1.3;
        let qx = dx - 2 * dn * nx + (rnd() - 0.5) * k,
          qy = dy - 2 * dn * ny + (rnd() - 0.5) * k,
          qz = dz - 2 * dn * nz + (rnd() - 0.5) * k;
        d = Math.hypot(qx, qy, qz);
        qx /= d;
        qy /= d;
        qz /= d;
        const tr = marchFar(X, Y, Z, qx, qy, qz, 7, 0.004),
          L =
            tr < 0
              ? environment(X, Y, Z, qx, qy, qz)
              : colourAt(hit, qy < 0 && Y + qy * tr < 0.02 ? 1 : 0).map((c) => c * 0.7);
        gr = L[0] * F;
        gg = L[1] * F;
        gb = L[2] * F;
        r *= 1 - F;
        g *= 1 - F;
        bl *= 1 - F;
      }
      r = Math.min(7, r);
      g = Math.min(7, g);
      bl = Math.min(7, bl);
      gr = Math.min(5, gr);
      gg = Math.min(5, gg);
      gb = Math.min(5, gb);
      out.albedo[i3] += al[0] * inv;
      out.albedo[i3 + 1] += al[1] * inv;
      out.albedo[i3 + 2] += al[2] * inv;
      out.diffuse[i3] += al[0] * r * inv;
      out.diffuse[i3 + 1] += al[1] * g * inv;
      out.diffuse[i3 + 2] += al[2] * bl * inv;
      out.gloss[i3] += gr * inv;
      out.gloss[i3 + 1] += gg * inv;
      out.gloss[i3 + 2] += gb * inv;
      out.normal[i3] += nrm[0] * inv;
      out.normal[i3 + 1] += nrm[1] * inv;
      out.normal[i3 + 2] += nrm[2] * inv;
      out.depth[index] += t * inv;
      const dl = r * 0.3 + g * 0.6 + bl * 0.1,
        gl = gr * 0.3 + gg * 0.6 + gb * 0.1;
      dSum += dl;
      dSq += dl * dl;
      gSum += gl;
      gSq += gl * gl;
    }
    out.diffuseVar[index] = (Math.max(0, dSq * sc.spp - dSum * dSum) / sc.spp) * 1; // divided by spp² once more by the caller: the mean's variance
    out.glossVar[index] = (Math.max(0, gSq * sc.spp - gSum * gSum) / sc.spp) * 1;
  };
}
