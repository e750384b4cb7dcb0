import { launchChromium } from '@backlot/testing/launch-chromium';
import { startDemoSite } from '@backlot/testing/demo-site';
import { join, resolve } from 'node:path';
import { schemes, screens, widths, type Viewer } from './shots/screens.ts';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import { takeShot } from './shots/take.ts';

// `npm run shots [-- clay] [-- feed …]`: pictures of every screen from the demo data, into shots/.
const root = resolve(import.meta.dirname, '..');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const known = ['clay', 'patch', 'ridge'];
const sites = known.filter((site) => !known.some((name) => words.includes(name)) || words.includes(site));
const wanted = screens.filter(({ name }) => {
  const names = words.filter((word) => !known.includes(word));
  return names.length === 0 || names.includes(name);
});

const running = process.env['SHOTS_PORT'] ? { port: Number(process.env['SHOTS_PORT']), stop: async () => undefined } : await startDemoSite();
const browser = await launchChromium();
let taken = 0;
const complaints: string[] = [];
try {
  for (const site of sites) {
    const host = `${site}.localhost`;
    const client = openSiteClient(host, running.port);
    const tokens = await tokensOf(client, site);
    const post = await postForSale(client);
    for (const screen of wanted) {
      for (const viewer of screen.viewers) {
        for (const width of widths) {
          for (const scheme of schemes) {
            const file = join(root, 'shots', site, viewer, `${screen.name}-${width}-${scheme}.png`);
            const found = await takeShot(browser, {
              address: `http://${host}:${running.port}${screen.path.replace('{post}', post)}`, width, scheme, token: tokens[viewer], file, press: screen.press,
            }).catch((error: Error) => [error.message.split('\n')[0] ?? 'failed']);
            taken += 1;
            complaints.push(...found.map((text) => `${site}/${viewer}/${screen.name}-${width}-${scheme}: ${text}`));
          }
        }
      }
    }
  }
} finally {
  await browser.close();
  await running.stop();
}
process.stdout.write(`${taken} pictures in shots/\n`);
for (const complaint of new Set(complaints)) process.stdout.write(`  ! ${complaint}\n`);

async function tokensOf(client: SiteClient, site: string): Promise<Record<Viewer, string | null>> {
  const join = async (name: string): Promise<{ email: string; token: string }> => {
    const email = `${name.toLowerCase()}-${Date.now()}@demo.example`;
    const { data } = await client.call('POST /api/users/register', { body: { email, password: 'Demo-fan-2026', name: `Robin ${name}` } });
    return { email, token: data.token };
  };
  // The demo fan is known on clay and patch only.
  const fan = site === 'ridge' ? (await join('Elm')).token : await client.login('fan@demo.example', 'Demo-fan-2026');
  const member = await join('Ash');
  await client.subscribe(member.token, member.email);
  return { guest: null, fan, member: member.token, creator: await client.login(`creator@${site}.example`, 'Demo-creator-2026') };
}

async function postForSale(client: SiteClient): Promise<string> {
  const { blogs } = await client.call('GET /api/blogs');
  const post = blogs.find(({ visibility }) => visibility === 'locked');
  if (!post) throw new Error('The first page of the feed has no post for sale.');
  return post._id;
}
