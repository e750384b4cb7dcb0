/** The trail runner's pictures. `node scripts/pictures/ridge.mjs [name …] [--draft] [--out folder] [--jobs n]` */
import { fileURLToPath } from 'node:url';
import { renderAll } from './pool.mjs';
import { DAYS } from './ridge/days.mjs';
import { MAPS, paintMap, paintProfile, PROFILES } from './ridge/maps.mjs';
import { NIGHTS } from './ridge/nights.mjs';
import { shoot } from './ridge/shot.mjs';
import { paintWood, WOODS } from './ridge/woods.mjs';

const shots = { ...DAYS, ...NIGHTS };
const PICTURES = {
  ...Object.fromEntries(Object.entries(shots).map(([name, scene]) => [name, (draft) => shoot(scene, draft)])),
  ...Object.fromEntries(Object.keys(WOODS).map((name) => [name, (draft) => paintWood(name, draft)])),
  ...Object.fromEntries(Object.keys(MAPS).map((name) => [name, (draft) => paintMap(name, draft)])),
  ...Object.fromEntries(Object.keys(PROFILES).map((name) => [name, (draft) => paintProfile(name, draft)])),
};

await renderAll(
  fileURLToPath(import.meta.url),
  Object.keys(PICTURES),
  (name, draft) => PICTURES[name](draft),
  'tenants/ridge',
);
