/** What the document and the landing's entry call the same. */
export const landingScript = {
  /** Attributes of the entry's element: the address of the site's code, those of the modules it will want, where a session is stored. */
  code: 'data-code',
  modules: 'data-modules',
  session: 'data-session',
  /** Attribute of the document that `start` sets: the site's code has taken the page over. */
  ready: 'data-ready',
} as const;
