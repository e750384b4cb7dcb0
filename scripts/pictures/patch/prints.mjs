/** Ink on paper, and things drawn flat: ridges, cards, rings, panels, boards. */
import sharp from 'sharp';
import { clamp, lerp, rng, ss } from '../maths.mjs';
import { develop, fill, frame } from './film.mjs';
import { fbm2, glow, h2, n2 } from './noise.mjs';

const W = 1600,
  H = 1200,
  TAU = Math.PI * 2;
const matte = { w: 1440, thr: 9, bloom: 0, vig: 0.14, grain: 0.022, expo: 0.74, median: false };
const paper = (x, y, k = 0.8) => k + 0.06 * (fbm2(x / 3, y / 3, 2, 3) - 0.5) + 0.03 * fbm2(x / 200, y / 200, 6);

/** An SVG drawing as light on a frame: `sheet` gives the ground's colour where the drawing leaves it bare. */
async function drawn(svg, ground, soft = 0.5) {
  const source = sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${svg}</svg>`)),
    raw = await (soft ? source.blur(soft) : source).ensureAlpha().raw().toBuffer();
  const linear = Float32Array.from({ length: 256 }, (_, i) => (i / 255) ** 2.2);
  return fill(frame(W, H), (x, y) => {
    const i = (y * W + x) * 4,
      a = raw[i + 3] / 255,
      g = ground(x, y),
      fibre = 0.9 + 0.16 * n2(x / 2, y / 2, 7);
    return [0, 1, 2].map((c) => lerp(g[c], linear[raw[i + c]] * fibre, a));
  });
}

function ridges(seed, { ground, ink, accent, hidden }) {
  const f = fill(frame(W, H), ground),
    rows = 54;
  for (let r = 0; r < rows; r++) {
    const base = 205 + r * 17,
      amp = 160 * Math.sin(((r + 3) / (rows + 5)) * Math.PI) ** 0.7,
      yy = new Float32Array(W);
    for (let x = 0; x < W; x++) {
      const u = (x - W / 2) / (W * 0.34),
        env = Math.exp(-u * u * 2.2),
        ph = r * 0.16 + seed,
        wv =
          Math.sin(u * 9 + ph) +
          0.5 * Math.sin(u * 18 - ph * 1.7) +
          0.33 * Math.sin(u * 31 + ph * 2.3) * Math.sin(r * 0.1);
      yy[x] = base - Math.max(-0.1, wv * 0.42 + 0.35 * fbm2(x / 60, r * 0.3, 4 + seed)) * env * amp;
    }
    const colour = r >= 24 && r <= 26 ? accent : ink;
    for (let x = 118; x < W - 118; x++) {
      const top = yy[x],
        th = 1.1 * Math.sqrt(1 + (Math.abs(yy[x + 1] - yy[x - 1]) / 2) ** 2);
      for (let y = Math.max(0, Math.floor(top - th - 2)); y < Math.min(H, base + 32); y++) {
        const o = (y * W + x) * 3,
          d = Math.abs(y - top);
        if (d < th + 1) {
          const k = clamp(th + 0.5 - d) * (0.88 + 0.12 * n2(x / 2, y / 2, 7));
          for (let c = 0; c < 3; c++) f.d[o + c] = lerp(f.d[o + c], colour[c], k);
        } else if (y > top && y < top + 64) {
          const p = hidden(x, y);
          for (let c = 0; c < 3; c++) f.d[o + c] = p[c];
        }
      }
    }
  }
  return f;
}
const grey = (x, y) => {
  const p = paper(x, y);
  return [p * 0.98, p * 0.965, p * 0.9];
};
const night = (x, y) => {
  const p = 0.012 + 0.006 * fbm2(x / 3, y / 3, 2, 3);
  return [p, p * 1.05, p * 1.15];
};
const warm = (x, y) => {
  const p = paper(x, y, 0.82);
  return [p, p * 0.95, p * 0.83];
};

export const PRINTS = {
  ridges: () =>
    develop(ridges(0, { ground: grey, ink: [0.02, 0.02, 0.025], accent: [0.88, 0.16, 0.03], hidden: grey }), matte),
  'ridges-night': () =>
    develop(ridges(5, { ground: night, ink: [0.75, 0.82, 0.1], accent: [0.2, 0.5, 1], hidden: night }), {
      w: 1440,
      thr: 0.25,
      bloom: 0.3,
      vig: 0.35,
      grain: 0.024,
      median: false,
    }),
  'punch-cards': async () => {
    const R = rng(12),
      card = (x, y, a, tint, hole) => {
        const holes = Array.from({ length: 12 * 40 }, (_, n) => {
          const c = n % 40,
            r = Math.floor(n / 40),
            on =
              (c * [3, 5, 7, 4, 9, 2, 6, 8, 5, 3, 7, 11][r] + r * 2) %
                [8, 13, 16, 10, 21, 7, 12, 16, 11, 9, 14, 18][r] <
                2 || R() > 0.985;
          return on
            ? `<rect x="${46 + c * 21.4}" y="${52 + r * 29}" width="11" height="20" rx="1.5" fill="${hole}"/>`
            : '';
        }).join('');
        return `<g transform="translate(${x} ${y}) rotate(${a})"><path d="M14 24h900l24 24v396h-924z" fill="#000" opacity=".22"/><path d="M0 0h916l22 24v404h-938z" fill="${tint}"/><g stroke="#00000030" stroke-width="1">${Array.from({ length: 12 }, (_, r) => `<path d="M40 ${62 + r * 29}h870"/>`).join('')}</g>${holes}<rect x="40" y="16" width="190" height="14" fill="#0000001c"/><rect x="250" y="16" width="70" height="14" fill="#c2371c" opacity=".75"/></g>`;
      };
    return develop(
      await drawn(
        card(-160, -120, -9, '#d9d2bd', '#17181a') +
          card(560, 40, 7, '#e9e4d4', '#17181a') +
          card(-40, 470, 4, '#dfe4a2', '#17181a') +
          card(620, 720, -6, '#e6dfcb', '#17181a'),
        (x, y) => {
          const g = 0.035 + 0.02 * fbm2(x / 5, y / 160, 3);
          return [g, g * 1.02, g * 1.08];
        },
        0.6,
      ),
      { ...matte, expo: 0.8, vig: 0.35 },
    );
  },
  'euclid-rings': async () => {
    const rings = [
      [3, 8, '#17181a'],
      [5, 8, '#c2371c'],
      [5, 12, '#17181a'],
      [7, 16, '#17181a'],
      [9, 16, '#1c4fb0'],
      [11, 24, '#17181a'],
      [13, 24, '#17181a'],
    ];
    const svg =
      rings
        .map(([k, n, ink], i) => {
          const r = 92 + i * 68;
          return (
            `<circle cx="800" cy="600" r="${r}" fill="none" stroke="${ink}" stroke-width="1.6" opacity=".55"/>` +
            Array.from({ length: n }, (_, s) => {
              const on = (s * k) % n < k,
                a = (s / n) * TAU - Math.PI / 2,
                x = 800 + Math.cos(a) * r,
                y = 600 + Math.sin(a) * r;
              return on
                ? `<circle cx="${x}" cy="${y}" r="19" fill="${ink}"/>`
                : `<circle cx="${x}" cy="${y}" r="5" fill="${ink}" opacity=".7"/>`;
            }).join('')
          );
        })
        .join('') +
      '<path d="M800 600V24" stroke="#17181a" stroke-width="2.4"/><circle cx="800" cy="600" r="30" fill="#e3ee2a" stroke="#17181a" stroke-width="3"/>';
    return develop(await drawn(svg, warm), matte);
  },
  'graphic-score': async () => {
    const R = rng(31);
    let svg = '';
    for (let s = 0; s < 4; s++) {
      const y = 170 + s * 285;
      svg +=
        `<path d="M90 ${y + 90}H1510" stroke="#17181a" stroke-width="1.4"/>` +
        Array.from(
          { length: 15 },
          (_, i) => `<path d="M${90 + i * 101.4} ${y + 80}v20" stroke="#17181a" stroke-width="1.4"/>`,
        ).join('');
      for (let e = 0; e < 9; e++) {
        const x = 120 + R() * 1280,
          w = 60 + R() * 220,
          yy = y - 70 + R() * 190,
          kind = R();
        if (kind < 0.25)
          svg += `<path d="M${x} ${yy}q${w / 2} ${-90 * R() - 20} ${w} 0q${-w / 2} ${30 * R()} ${-w} 0z" fill="#17181a"/>`;
        else if (kind < 0.45)
          svg += Array.from(
            { length: 14 },
            (_, i) =>
              `<circle cx="${x + i * 11 + R() * 6}" cy="${yy + Math.sin(i * 0.6) * 34 + R() * 8}" r="${1.5 + R() * 5}" fill="#17181a"/>`,
          ).join('');
        else if (kind < 0.62)
          svg += `<rect x="${x}" y="${yy}" width="${w}" height="${8 + R() * 40}" fill="${R() > 0.5 ? '#c2371c' : '#1c4fb0'}" opacity=".88"/>`;
        else if (kind < 0.8)
          svg += Array.from(
            { length: 9 },
            (_, i) =>
              `<path d="M${x + i * 7} ${yy}l${w * 0.5} ${-70 + i * 16}" stroke="#17181a" stroke-width="1.6" fill="none"/>`,
          ).join('');
        else
          svg +=
            `<path d="M${x} ${yy}` +
            Array.from(
              { length: 30 },
              (_, i) => `L${x + (i / 30) * w * 1.4} ${yy + Math.sin(i * 1.7) * (28 - i * 0.8)}`,
            ).join('') +
            '" stroke="#17181a" stroke-width="2.2" fill="none"/>';
      }
    }
    return develop(
      await drawn(
        svg + '<circle cx="1330" cy="330" r="84" fill="#e3ee2a" opacity=".9" style="mix-blend-mode:multiply"/>',
        warm,
      ),
      matte,
    );
  },
  'patch-sheet': async () => {
    const R = rng(8),
      jacks = [];
    let svg = '';
    for (let m = 0; m < 7; m++) {
      const x = 90 + m * 204;
      svg += `<rect x="${x}" y="110" width="190" height="980" rx="6" fill="none" stroke="#17181a" stroke-width="3"/><path d="M${x} 176h190M${x} 1024h190" stroke="#17181a" stroke-width="1.4"/>`;
      for (let r = 0; r < 8; r++)
        for (let c = 0; c < 2; c++) {
          const cx = x + 52 + c * 86,
            cy = 240 + r * 102,
            k = h2(m * 2 + c, r, 4);
          if (r < 3 && k > 0.35)
            svg += `<circle cx="${cx}" cy="${cy}" r="33" fill="none" stroke="#17181a" stroke-width="3"/><path d="M${cx} ${cy}L${cx + Math.cos(k * 40) * 30} ${cy + Math.sin(k * 40) * 30}" stroke="#17181a" stroke-width="5"/>`;
          else {
            jacks.push([cx, cy]);
            svg += `<circle cx="${cx}" cy="${cy}" r="17" fill="none" stroke="#17181a" stroke-width="3"/><circle cx="${cx}" cy="${cy}" r="7" fill="#17181a"/>`;
          }
        }
    }
    for (let c = 0; c < 13; c++) {
      const a = jacks.splice(Math.floor(R() * jacks.length), 1)[0],
        b = jacks.splice(Math.floor(R() * jacks.length), 1)[0],
        sag = 90 + Math.hypot(a[0] - b[0], a[1] - b[1]) * 0.35,
        col = ['#c2371c', '#1c4fb0', '#b7a900', '#17181a'][c % 4];
      svg += `<path d="M${a[0]} ${a[1]}C${a[0]} ${a[1] + sag} ${b[0]} ${b[1] + sag} ${b[0]} ${b[1]}" fill="none" stroke="${col}" stroke-width="9" stroke-linecap="round" opacity=".86"/><circle cx="${a[0]}" cy="${a[1]}" r="13" fill="${col}"/><circle cx="${b[0]}" cy="${b[1]}" r="13" fill="${col}"/>`;
    }
    return develop(await drawn(svg, grey, 0.7), matte);
  },
  'riso-waves': async () => {
    const layer = (seed, ink, phase) =>
      Array.from({ length: 26 }, (_, r) => {
        const pts = Array.from({ length: 161 }, (_, i) => {
          const u = i / 160,
            e = Math.exp(-(((u - 0.5) / (0.16 + 0.014 * r)) ** 2));
          return `${(130 + u * 1340).toFixed(1)},${(120 + r * 38 - e * (Math.sin(u * (9 + r * 0.7) + phase + r * 0.4) * 44 + (fbm2(u * 9, r * 0.5, seed) - 0.5) * 50)).toFixed(1)}`;
        });
        return `<polyline points="${pts.join(' ')}" fill="none" stroke="${ink}" stroke-width="${4 + 7 * Math.sin((r / 25) * Math.PI)}" opacity=".82"/>`;
      }).join('');
    return develop(
      await drawn(
        `<g style="mix-blend-mode:multiply">${layer(3, '#1c4fb0', 0)}</g><g style="mix-blend-mode:multiply" transform="translate(7 5)">${layer(6, '#e5482d', 1.1)}</g>`,
        warm,
      ),
      matte,
    );
  },
  'circuit-board': async () => {
    const R = rng(44),
      G = 40,
      used = new Set(),
      key = (x, y) => x * 100 + y;
    let copper = '',
      pads = '',
      parts = '';
    for (const [cx, cy, w, h] of [
      [9, 7, 4, 7],
      [22, 6, 4, 9],
      [31, 18, 5, 5],
      [14, 20, 7, 4],
      [5, 19, 3, 6],
    ]) {
      for (let x = cx; x <= cx + w; x++) for (let y = cy; y <= cy + h; y++) used.add(key(x, y));
      parts += `<rect x="${cx * G + 14}" y="${cy * G - 6}" width="${w * G - 28}" height="${h * G + 12}" rx="4" fill="#0b0c0d"/><circle cx="${cx * G + 32}" cy="${cy * G + 16}" r="7" fill="#2b2d30"/><path d="M${cx * G + 60} ${cy * G + h * 20}h${w * 14}" stroke="#5b5f63" stroke-width="3" opacity=".7"/>`;
      for (let y = cy; y <= cy + h; y++)
        for (const x of [cx, cx + w])
          pads += `<rect x="${x * G - 14}" y="${y * G - 7}" width="28" height="14" rx="3" fill="#d8c48a"/>`;
    }
    for (let t = 0; t < 210; t++) {
      let x = Math.floor(R() * 41),
        y = Math.floor(R() * 31),
        d = Math.floor(R() * 8),
        path = `M${x * G} ${y * G}`,
        n = 0;
      if (used.has(key(x, y))) continue;
      const x0 = x,
        y0 = y;
      for (let s = 0; s < 16; s++) {
        const v = [
            [1, 0],
            [1, 1],
            [0, 1],
            [-1, 1],
            [-1, 0],
            [-1, -1],
            [0, -1],
            [1, -1],
          ][d],
          X = x + v[0],
          Y = y + v[1];
        if (X < 0 || Y < 0 || X > 40 || Y > 30 || used.has(key(X, Y))) {
          d = (d + (R() > 0.5 ? 1 : 7)) % 8;
          continue;
        }
        used.add(key(X, Y));
        x = X;
        y = Y;
        n++;
        path += `L${x * G} ${y * G}`;
        if (R() > 0.78) d = (d + (R() > 0.5 ? 1 : 7)) % 8;
      }
      if (n < 2) continue;
      copper += `<path d="${path}" fill="none" stroke="#3f6f2f" stroke-width="${t % 7 === 0 ? 15 : 8}" stroke-linecap="round" stroke-linejoin="round"/>`;
      for (const [px, py] of [
        [x0, y0],
        [x, y],
      ])
        pads += `<circle cx="${px * G}" cy="${py * G}" r="12" fill="#d8c48a"/><circle cx="${px * G}" cy="${py * G}" r="5" fill="#0a0a0a"/>`;
    }
    const f = await drawn(
      copper + pads + parts,
      (x, y) => {
        const n = 0.9 + 0.2 * fbm2(x / 4, y / 4, 2, 3);
        return [0.012 * n, 0.03 * n, 0.016 * n];
      },
      0.8,
    );
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        const l = 0.35 + 1.5 * glow(x, y, 480, 260, 720, 560) + 0.7 * glow(x, y, 1300, 1000, 420),
          s = glow(x, y, 520, 250, 420, 130) * 0.05,
          o = (y * W + x) * 3;
        for (let c = 0; c < 3; c++) f.d[o + c] = f.d[o + c] * l + s;
      }
    return develop(f, { w: 1440, thr: 0.8, bloom: 0.4, vig: 0.5, grain: 0.024, median: false });
  },
  sequencer: async () => {
    const rows = 8,
      cols = 12,
      f = fill(frame(W, H), (x, y) => {
        const br = 0.85 + 0.3 * n2(x * 0.9, y / 90, 4);
        return [0.012 * br, 0.0125 * br, 0.0135 * br];
      }),
      size = 100,
      gap = 24,
      x0 = (W - cols * (size + gap) + gap) / 2,
      y0 = (H - rows * (size + gap) + gap) / 2;
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < cols; c++) {
        const k = [3, 5, 2, 7, 4, 5, 3, 1][r],
          on = (c * k) % cols < k && h2(c, r, 9) > 0.25,
          head = c === 7,
          col = on
            ? r % 4 === 2
              ? [0.16, 0.5, 1]
              : r % 4 === 3
                ? [1, 0.3, 0.14]
                : [0.9, 0.98, 0.12]
            : [0.5, 0.5, 0.5],
          cx = x0 + c * (size + gap) + size / 2,
          cy = y0 + r * (size + gap) + size / 2;
        for (let j = -90; j <= 90; j++)
          for (let i = -90; i <= 90; i++) {
            const x = Math.round(cx + i),
              y = Math.round(cy + j);
            if (x < 0 || y < 0 || x >= W || y >= H) continue;
            const q = Math.max(Math.abs(i), Math.abs(j)) - 38,
              round = Math.hypot(Math.max(Math.abs(i) - 38, 0), Math.max(Math.abs(j) - 38, 0)),
              inside = ss(13, 11, round),
              lit = on ? (head ? 1.7 : 0.75) : head ? 0.14 : 0.028,
              o = (y * W + x) * 3,
              spill = on ? Math.exp(-Math.max(0, round - 12) / 17) * (head ? 0.16 : 0.07) : 0,
              hot = on ? glow(i, j, 0, 0, 44) : 0.4;
            for (let n = 0; n < 3; n++) {
              const pad = col[n] * lit * (0.4 + hot) + (q < 0 && j < -30 ? 0.012 : 0) + (head && on ? 0.3 * hot : 0);
              f.d[o + n] = f.d[o + n] * (1 - inside) + pad * inside + col[n] * spill * (1 - inside);
            }
            if (round > 11 && round < 14) for (let n = 0; n < 3; n++) f.d[o + n] *= 0.4;
          }
      }
    return develop(f, { w: 1440, thr: 0.5, bloom: 0.7, vig: 0.5, grain: 0.026 });
  },
};
