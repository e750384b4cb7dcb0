/** What the browser's build wrote, as the server's bundle carries it. A module of its own, so that tests can do without a build. */
export { manifest, styles } from 'virtual:client-manifest';
