/// <reference types="vite/client" />

declare module 'virtual:client-manifest' {
  export const manifest: import('./assets.ts').Manifest;
}
