import { makeDemoSeed } from './demo-site.ts';

// node make-demo-seed.ts <folder>
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Which folder?');
await makeDemoSeed(folder);
