import { registerHooks } from 'node:module';
import { sabotages, type SabotageName } from './sabotages.ts';

// Loaded before the server by `--import`: breaks the line that `SABOTAGE` names.

const { file, from, to } = sabotages[process.env['SABOTAGE'] as SabotageName];

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.endsWith(`/services/server/src/${file}`)) return loaded;
    const parts = String(loaded.source).split(from);
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    return { ...loaded, source: parts.join(to) };
  },
});
