/** Hours and weathers: what the sun, the air and the ground are like. Colours are linear light. */
import { clamp, lin, mix, ss } from '../maths.mjs';
import { fbm2, h2, n2 } from '../patch/noise.mjs';

const times = (c, k) => c.map((v) => v * k);

/** Rock with bands, grass, scree, spruces, snow; what grows where is the season's. */
export function earth({
  snow = 0.7,
  flat = 0.74,
  rock = '#6b655e',
  rockTwo = '#8a8074',
  grass = '#5d6b3c',
  grassTwo = '#8b8552',
  meadow = 0.5,
  tree = '#24382a',
  treeTwo = '#3c5236',
  larch = 0,
  path = '#b8a384',
} = {}) {
  const R1 = lin(rock),
    R2 = lin(rockTwo),
    G1 = lin(grass),
    G2 = lin(grassTwo),
    T1 = lin(tree),
    T2 = lin(treeTwo),
    L = lin('#b9762a'),
    P = lin(path),
    S = [0.86, 0.89, 0.94];
  return (x, y, a, nz, wood, way, fine) => {
    const rough = fbm2(x / 60, y / 60, 3, 4),
      small = fine < 3 ? n2(x / 2.3, y / 2.3, 5) : 0.5,
      band = n2(a * 46 + rough * 3.2, rough * 2, 8);
    let c = times(mix(R1, R2, clamp(band * 0.9 + (rough - 0.5) * 0.8)), 0.8 + 0.4 * small);
    const green =
      ss(0.72, 0.86, nz + (rough - 0.5) * 0.16) * ss(meadow + 0.16, meadow - 0.06, a + (rough - 0.5) * 0.12);
    c = mix(c, times(mix(G1, G2, clamp(rough * 1.5 - 0.25)), 0.82 + 0.36 * small), green);
    if (wood) {
      const t = h2(Math.floor(x / 5), Math.floor(y / 5), 3);
      c = times(
        mix(mix(T1, T2, t), L, larch * ss(0.35, 0.75, n2(x / 90, y / 90, 14) + t * 0.3)),
        0.35 + (wood / 255) * 1.1,
      );
    }
    const white =
      ss(snow - 0.05, snow + 0.06, a + (rough - 0.5) * 0.2) * ss(flat - 0.1, flat + 0.08, nz + (rough - 0.5) * 0.22);
    c = mix(c, S, white * (wood ? 0.55 : 1));
    if (way) c = mix(c, white > 0.5 ? times(S, 0.72) : P, way / 255);
    return c;
  };
}

/** A sky from the horizon up, the sun's glow in it, and clouds in bands. */
function skyOf({
  low,
  high,
  glow,
  steep = 5.5,
  disc = 0,
  discSize = 0.99984,
  wide = 6,
  strength = 1,
  clouds = 0,
  cloudLow = 0.46,
  cloud = null,
  seed = 1,
  night = null,
}) {
  const A = lin(low),
    B = lin(high),
    G = lin(glow),
    C = cloud ? lin(cloud) : null;
  return (vx, vy, vz, toSun, x, y) => {
    const e = Math.max(0, vz),
      near = Math.max(0, toSun);
    let c = mix(A, B, 1 - Math.exp(-e * steep));
    const g = strength * (0.55 * near ** wide + 0.5 * near ** (wide * 12) + 0.8 * near ** 900);
    c = [c[0] + G[0] * g, c[1] + G[1] * g, c[2] + G[2] * g];
    if (clouds && vz > 0.004) {
      const u = Math.atan2(vy, vx) * 9,
        k = 1 / (vz + 0.05),
        f = fbm2(u * 0.9 + k * 0.25, k * 1.25, seed, 5),
        wisps = ss(cloudLow, cloudLow + 0.3, f) * clouds * ss(0.004, 0.05, vz),
        under = ss(cloudLow + 0.35, cloudLow, f);
      const tint = [0, 1, 2].map(
        (i) => C[i] * (0.5 + 0.5 * under) + G[i] * (0.14 + 1.1 * near ** 5) * (0.4 + 0.6 * under) * strength,
      );
      c = mix(c, tint, wisps);
    }
    if (disc)
      c = mix(
        c,
        mix(G, [1, 1, 1], 0.72).map((v) => v * disc * 3),
        ss(discSize - 0.00005, discSize + 0.00003, toSun),
      );
    return night ? night(c, x, y, vz) : c;
  };
}

/** A mood from a few colours; whatever is left out is a clear late morning. */
export function mood({
  side = 60,
  high = 20,
  sun = '#fff0d8',
  power = 2.2,
  sky = {},
  ambient = '#8fb0e0',
  ambientPower = 0.55,
  haze = null,
  hazeSun = null,
  clear = 5200,
  thick = 1.15,
  low = 0.25,
  base = 100,
  scale = 320,
  bounce = 0.2,
  ground = earth(),
  fineShade,
} = {}) {
  const s = { low: '#cfe0ee', high: '#5d93cf', glow: sun, ...sky },
    H = lin(haze ?? s.low),
    HS = lin(hazeSun ?? s.glow),
    amb = times(lin(ambient), ambientPower);
  return {
    sun: { side, high, colour: times(lin(sun), power) },
    ground,
    fineShade,
    air: { sky: amb, bounce: times(lin(sun), bounce), clear, power: thick, low, base, scale },
    sky: skyOf(s),
    haze: (toSun, vz) => mix(H, HS, clamp(0.75 * Math.max(0, toSun) ** 5 * (s.strength ?? 1)) * ss(0.5, -0.05, vz)),
  };
}
