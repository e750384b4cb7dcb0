/// <reference types="vite/client" />

declare module 'virtual:client-manifest' {
  export const manifest: import('./assets.ts').Manifest;
  /** Text of every stylesheet by its address. */
  export const styles: Readonly<Record<string, string>>;
}

/** The package without subtitles, other audio tracks and encryption; it brings no types of its own. */
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
