import type { Network } from './social-links.tsx';

/** Drawn in one line weight like the other icons, so that no network's colours enter the page. */
const drawings: Readonly<Record<Network, string>> = {
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6ZM17.2 6.8h.01',
  tiktok: 'M14 3v11.5a3.5 3.5 0 1 1-3.5-3.5M14 3c.3 2.8 2 4.6 5 4.8',
  facebook: 'M15.5 3H13a4 4 0 0 0-4 4v3H6.5v4H9v7h4v-7h2.5l.8-4H13V7.5a.8.8 0 0 1 .8-.8h1.7Z',
  twitter: 'M4 4l16 16M20 4 4 20',
  twitch: 'M4 4h16v10l-4 4h-4l-3 3v-3H4Zm7 4v4m5-4v4',
  discord:
    'M8 5.5C6.3 6 5 6.6 5 6.6 3.4 9.4 2.7 12.500 3 16.500c1.500 1.200 3 1.900 4.500 2l1-1.800m7-11.200c1.700.5 3.500 1.100 3.500 1.100 1.600 2.800 2.300 5.900 2 9.900-1.500 1.200-3 1.900-4.500 2l-1-1.800M7 16.300c3.200 1.300 6.800 1.300 10 0M9.200 12.500h.01M14.800 12.500h.01',
  snapchat:
    'M12 3.500c3 0 4.500 2 4.500 4.500v2.500l2 .5-2 1.500c.5 1.800 1.700 3 3.500 3.500-.6 1-1.700 1-2.500 1.200l-.5 1.300c-1.700-.4-2.500.2-5 2-2.500-1.800-3.300-2.400-5-2L6.500 17.200C5.700 17 4.600 17 4 16c1.800-.5 3-1.700 3.500-3.500l-2-1.500 2-.5V8c0-2.500 1.500-4.500 4.500-4.500Z',
  youtube:
    'M5.500 5.500h13A3.500 3.500 0 0 1 22 9v6a3.500 3.500 0 0 1-3.500 3.500h-13A3.500 3.500 0 0 1 2 15V9a3.500 3.500 0 0 1 3.500-3.500Zm4.700 3.700v5.600l4.800-2.800Z',
  website:
    'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c2.500 2.600 3.700 5.600 3.700 9s-1.200 6.400-3.700 9c-2.500-2.600-3.700-5.600-3.700-9S9.500 5.600 12 3Z',
  amazon:
    'M4 9h16v11H4Zm-1-4h18v4H3Zm9 0v15M12 5C9 5 7.500 4.200 7.500 3S9 1.500 10 2s2 3 2 3Zm0 0c3 0 4.500-.8 4.500-2S15 1.500 14 2s-2 3-2 3Z',
};

export const SocialIcon = ({ network }: { network: Network }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[network]} />
  </svg>
);
