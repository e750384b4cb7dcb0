import { registerHooks } from 'node:module';

// Imported before the product is: whoever asks for its life cycle gets the one that counts.

const watched = new URL('./watched-life-cycle.ts', import.meta.url).href;
const original = import.meta.resolve('@backlot/domain/memberships/life-cycle');

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url === original && context.parentURL !== watched ? { ...found, url: watched } : found;
  },
});
