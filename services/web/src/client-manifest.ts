/** What the browser's build wrote, as the server's bundle carries it. A module of its own, so that tests can do without a build. */
export { manifest } from 'virtual:client-manifest';
