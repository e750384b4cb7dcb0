/** The modular musician's pictures. `node scripts/pictures/patch.mjs [name …] [--draft] [--out folder] [--jobs n]` */
import { fileURLToPath } from 'node:url';
import { PRINTS } from './patch/prints.mjs';
import { RACKS } from './patch/racks.mjs';
import { ROOMS } from './patch/rooms.mjs';
import { SCOPES } from './patch/scopes.mjs';
import { SOUNDS } from './patch/sounds.mjs';
import { renderAll } from './pool.mjs';

const PICTURES = { ...RACKS, ...SCOPES, ...PRINTS, ...SOUNDS, ...ROOMS };

await renderAll(fileURLToPath(import.meta.url), Object.keys(PICTURES), (name) => PICTURES[name](), 'tenants/patch');
