import { firstDataName } from './lib/first-data.ts';
import { schemeKey } from './lib/scheme.ts';

/** Before anything is drawn, so that a dark page never flashes white. */
export const schemeScript = `try{var s=localStorage.getItem('${schemeKey}');if(s==='light'||s==='dark')document.documentElement.dataset.scheme=s;else if(s==='system')delete document.documentElement.dataset.scheme}catch(e){}`;

/**
 * A property of the window that nothing can change afterwards: an element of the same name, in a text that the creator
 * wrote, can't stand in for it as it could for one that is looked up in the page. Read by `first-data.ts`.
 * `data`: JSON, as a literal of a script.
 */
export const firstDataScript = (data: string): string =>
  `Object.defineProperty(window,'${firstDataName}',{value:JSON.parse(${data})})`;

/** All scripts that a page writes out itself, without its data: for the build's list of what pages run. */
export const inlineScripts = [
  { text: schemeScript, reason: 'Light or dark before anything is drawn.' },
  { text: firstDataScript('""'), reason: 'What the page begins with.' },
] as const;
