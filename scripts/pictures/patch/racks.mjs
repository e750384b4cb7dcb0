/** Views of the rack. Cables and LEDs follow the seed; a new picture is a new entry. */
import { develop } from './film.mjs';
import { BLU, GRN, INK, IVORY, RED, WHT, YEL } from './noise.mjs';
import { rack } from './rack.mjs';

const shot = (options, film) => () => develop(rack(options), { w: 1440, thr: 0.75, bloom: 0.8, vig: 0.5, grain: 0.03, ...film });

const banner = { seed: 41, cables: 20, palette: [YEL, YEL, INK, BLU, YEL], span: [-9, 12, -6, 9], power: 1.25, key: [0.75, 0.6, 0.6], leds: 0.17, silver: 0.28 };
/** The banner's two views, for pictures and for the film. */
export const BANNERS = {
  wide: { ...banner, W: 2000, H: 1125, eye: [-4.2, -4.6, 7.2], look: [0.9, 0.1, 0.5], fov: 44, aperture: 0.5 },
  tall: { ...banner, W: 1180, H: 1640, eye: [-3.2, -5.4, 7.4], look: [0.3, 0.6, 0.5], fov: 50, aperture: 0.55 },
};

export const RACKS = {
  'hero': shot(BANNERS.wide, { w: 1920, bloom: 0.85, vig: 0.6 }),
  'hero-tall': shot(BANNERS.tall, { w: 1080, bloom: 0.85, vig: 0.6 }),
  'rack-blue': shot({ seed: 12, eye: [3.4, -4.2, 4.2], look: [-0.4, 0.6, 0.2], cables: 13, aperture: 0.6, palette: [BLU, [0.5, 0.52, 0.55], BLU, YEL], key: [-0.8, 0.35, 0.5], keyCol: [0.75, 0.88, 1], ledPalette: [BLU, WHT, RED], leds: 0.2, silver: 0 }, { thr: 0.7, bloom: 1 }),
  'rack-above': shot({ seed: 77, eye: [0.5, -1.4, 9.5], look: [0.5, 0.2, 0], fov: 40, cables: 15, palette: [YEL, RED, IVORY, BLU, YEL], power: 1.05, aperture: 0.5, silver: 0.75, key: [-0.6, 0.7, 0.5] }, { thr: 0.95, bloom: 0.35, vig: 0.4 }),
  'rack-above-two': shot({ seed: 58, eye: [-0.5, -0.9, 10], look: [-0.5, 0.3, 0], fov: 38, cables: 12, palette: [IVORY, YEL, IVORY, RED], power: 1.1, aperture: 0.4, silver: 0.3, key: [0.6, 0.6, 0.5] }, { thr: 0.95, bloom: 0.35, vig: 0.4 }),
  'one-knob': shot({ seed: 23, eye: [-1.6, -3.6, 4.6], look: [0.9, 0.5, 0.5], fov: 42, cables: 7, palette: [YEL, BLU], power: 1.35, aperture: 0.55, big: [[0, 0], [4, 2]], silver: 0, key: [0.6, 0.6, 0.75], leds: 0.22, ledPalette: [YEL, YEL, RED] }, {}),
  'knob-row': shot({ seed: 67, eye: [-2.2, -5.4, 5.2], look: [1.6, 0.5, 0.3], fov: 46, cables: 5, palette: [YEL, INK], span: [-9, 12, -6, 9], power: 1.3, aperture: 0.45, big: [[-1, -1], [2, -1], [5, -1], [0, 3], [4, 3]], silver: 0.45, key: [0.5, 0.7, 0.7], leds: 0.2, ledPalette: [YEL, WHT] }, { vig: 0.45 }),
  'rack-red': shot({ seed: 91, eye: [-0.6, -5.4, 4.4], look: [0, 0.6, 0.6], fov: 42, cables: 15, palette: [RED, YEL, INK, RED], power: 1.15, aperture: 0.6, key: [0.3, 0.8, 0.6], keyCol: [1, 0.82, 0.7], ledPalette: [RED, YEL], leds: 0.22, silver: 0 }, { thr: 0.7, bloom: 1 }),
  'rack-green': shot({ seed: 34, eye: [4.4, -2.6, 3.4], look: [-0.6, 0.4, 0.4], fov: 36, cables: 11, palette: [GRN, IVORY, INK, GRN], power: 1, aperture: 0.7, key: [-0.5, 0.6, 0.6], keyCol: [0.85, 1, 0.92], ledPalette: [GRN, WHT], leds: 0.2, silver: 0.1 }, { thr: 0.7, bloom: 0.9 }),
  'rack-ivory': shot({ seed: 19, eye: [-2.8, -4.4, 4.2], look: [0.4, 0.4, 0.5], fov: 38, cables: 16, palette: [IVORY, [0.7, 0.68, 0.62], INK, IVORY, YEL], power: 1.2, aperture: 0.6, silver: 0.9, key: [0.5, 0.5, 0.8], leds: 0.1 }, { thr: 1, bloom: 0.35, vig: 0.4 }),
  'rack-dark': shot({ seed: 73, eye: [-3, -5, 3.6], look: [0.6, 0.4, 0.2], fov: 40, cables: 10, palette: [INK, INK, [0.1, 0.1, 0.11]], power: 0.1, aperture: 1.25, silver: 0, leds: 0.3, ledPalette: [YEL, BLU, RED, YEL, WHT], focus: 4.6 }, { thr: 0.4, bloom: 1.3 }),
  'jack-macro': shot({ seed: 26, eye: [-0.9, -1.9, 2.1], look: [0.25, 0.1, 0.5], fov: 40, cables: 14, palette: [YEL, BLU, IVORY], power: 1.2, aperture: 1.1, silver: 0.35, key: [0.6, 0.7, 0.7], leds: 0.16 }, {}),
  'cable-bokeh': shot({ seed: 88, eye: [-5.2, -3.8, 2.9], look: [0.2, 0.2, 0.9], fov: 33, cables: 24, palette: [YEL, BLU, RED, IVORY, YEL], span: [-9, 12, -6, 9], power: 1.15, aperture: 1.5, silver: 0.1, leds: 0.24, key: [0.5, 0.7, 0.6] }, { bloom: 0.9 }),
};
