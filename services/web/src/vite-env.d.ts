/// <reference types="vite/client" />

declare module 'virtual:client-manifest' {
  export const manifest: import('./assets.ts').Manifest;
  /** Text of every stylesheet by its address. */
  export const styles: Readonly<Record<string, string>>;
}
