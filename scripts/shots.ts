import { launchChromium } from '@backlot/testing/launch-chromium';
import { startDemoSite } from '@backlot/testing/demo-site';
import { join, resolve } from 'node:path';
import { schemes, screens, widths } from './shots/screens.ts';
import { staffRoles, states, type Looker, type State } from './shots/states.ts';
import { openSiteClient, type SiteClient } from '@backlot/testing/site-client';
import { makeLocationFile } from './shots/location-file.ts';
import { openSiteRows, type SiteRows } from './shots/site-rows.ts';
import { takeExamples } from './shots/take-examples.ts';
import { takeShot } from './shots/take.ts';

// `npm run shots [-- clay] [-- feed …]`: pictures of every screen from the demo data, and of the kit's parts (`kit`), into shots/.
const root = resolve(import.meta.dirname, '..');
const chosen = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const known = ['clay', 'patch', 'ridge'];
const sites = known.filter((site) => !known.some((name) => chosen.includes(name)) || chosen.includes(site));
const wanted = screens.filter(({ name }) => {
  return isWanted(name);
});

// `npm run shots -- kit` needs no site.
const onlyExamples = chosen.includes('kit') && chosen.length === 1;

const running = onlyExamples
  ? { port: 0, dataDir: '', stop: async () => undefined }
  : process.env['SHOTS_PORT']
    ? {
        port: Number(process.env['SHOTS_PORT']),
        dataDir: process.env['DATA_DIR'] ?? join(root, '.data'),
        stop: async () => undefined,
      }
    : await startLocatedSite();
const browser = await launchChromium();
let taken = 0;
let people = 0;
const complaints: string[] = [];
try {
  if (isWanted('kit')) {
    const shown = await takeExamples(browser, join(root, 'shots/kit'));
    taken += shown.taken;
    complaints.push(...shown.complaints);
  }
  for (const site of onlyExamples ? [] : sites) {
    const host = `${site}.localhost`;
    const client = openSiteClient(host, running.port);
    const tokens = await tokensOf(client, site);
    const post = await postForSale(client);
    const payment = await ownPayment(client, tokens.member ?? '');
    const fan = await payingFan(client, tokens.creator ?? '');
    const coupon = await welcomeCoupon(client, tokens.creator ?? '');
    const promotion = await runningPromotion(client, tokens.creator ?? '');
    for (const screen of wanted) {
      for (const viewer of screen.viewers.filter((one) => one in tokens)) {
        for (const width of widths) {
          for (const scheme of schemes) {
            const file = join(root, 'shots', site, viewer, `${screen.name}-${width}-${scheme}.png`);
            const found = await takeShot(browser, {
              address: `http://${host}:${running.port}${screen.path.replace('{post}', post).replace('{fan}', fan).replace('{coupon}', coupon).replace('{promotion}', promotion).replace('{payment}', payment)}`,
              width,
              scheme,
              token: tokens[viewer] ?? null,
              file,
              press: screen.press,
            }).catch((error: Error) => [error.message.split('\n')[0] ?? 'failed']);
            taken += 1;
            complaints.push(...found.map((text) => `${site}/${viewer}/${screen.name}-${width}-${scheme}: ${text}`));
          }
        }
      }
    }
    let rows: SiteRows | undefined;
    const rowsOf = async (): Promise<SiteRows> => (rows ??= await openSiteRows(running.dataDir, site, client));
    try {
      for (const state of states.filter(({ name }) => isWanted(name)))
        await takeState(state, { site, host, client, post, tokens, rowsOf }).catch((error: Error) =>
          complaints.push(`${site}/${state.viewer}/${state.name}: ${error.message}`),
        );
    } finally {
      await rows?.close();
    }
  }
} finally {
  await browser.close();
  await running.stop();
}
process.stdout.write(`${taken} pictures in shots/\n`);
for (const complaint of new Set(complaints)) process.stdout.write(`  ! ${complaint}\n`);

function isWanted(name: string): boolean {
  const names = chosen.filter((name) => !known.includes(name));
  return names.length === 0 || names.includes(name);
}

interface ShotContext {
  readonly site: string;
  readonly host: string;
  readonly client: SiteClient;
  readonly post: string;
  /** Opened when the first state asks for it. */
  readonly rowsOf: () => Promise<SiteRows>;
  /** Of those who are at this site. */
  readonly tokens: Partial<Record<Looker, string | null>>;
}

/** The demo site, with somewhere that its visitors are, of whom there are more than one address sends. */
async function startLocatedSite(): Promise<{ port: number; dataDir: string; stop: () => Promise<void> }> {
  const locations = await makeLocationFile();
  const demo = await startDemoSite({ GEOIP_FILE: locations.path, THROTTLE: 'off' });
  return {
    port: demo.port,
    dataDir: demo.dataDir,
    async stop() {
      await demo.stop();
      await locations.remove();
    },
  };
}

/** A state that is made for each picture of its own: a person who has paid cannot pay again. */
async function takeState(state: State, { site, host, client, post, tokens, rowsOf }: ShotContext): Promise<void> {
  const by = state.by ?? 'creator';
  if (!(state.viewer in tokens) || !(by in tokens)) return;
  const token = tokens[by] ?? '';
  const before = JSON.parse((await client.ask('GET /api/app_settings/get', { token })).body.toString()).data as Record<
    string,
    unknown
  >;
  const change = (values: object): Promise<unknown> => client.call('PATCH /api/app_settings', { token, body: values });
  const settings = typeof state.settings === 'function' ? state.settings(before) : state.settings;
  if (settings) await change(settings);
  await state.site?.begin(await rowsOf());
  try {
    for (const width of state.widths ?? widths) {
      for (const scheme of schemes) {
        const person = await newPerson(state, client);
        const { language } = state;
        if (language && person)
          await client.call('POST /api/users/change_profile_details', { token: person.token, body: { language } });
        if (state.person && person) await state.person(await rowsOf(), person.email);
        const found = await takeShot(browser, {
          address: `http://${host}:${running.port}${state.path.replace('{post}', post)}`,
          width,
          scheme,
          token: person?.token ?? tokens[state.viewer] ?? null,
          act: state.act,
          file: join(root, 'shots', site, state.viewer, `${state.name}-${width}-${scheme}.png`),
        }).catch((error: Error) => [error.message.split('\n')[0] ?? 'failed']);
        taken += 1;
        complaints.push(...found.map((text) => `${site}/${state.viewer}/${state.name}-${width}-${scheme}: ${text}`));
      }
    }
  } finally {
    await state.site?.end(await rowsOf());
    if (settings) await change(Object.fromEntries(Object.keys(settings).map((key) => [key, before[key]])));
  }
}

/** Somebody to whom it happens; null where nothing happens to anybody. */
async function newPerson(state: State, client: SiteClient): Promise<{ email: string; token: string } | null> {
  if (!state.act && !state.person) return null;
  if (state.viewer === 'member') return newMember(client);
  return state.viewer === 'fan' ? newFan(client, 'Elm') : null;
}

async function newFan(client: SiteClient, name: string): Promise<{ email: string; token: string }> {
  people += 1;
  const email = `${name.toLowerCase()}-${people}-${Date.now()}@demo.example`;
  return { email, token: await client.register(email, 'Demo-fan-2026', `Robin ${name}`) };
}

async function newMember(client: SiteClient): Promise<{ email: string; token: string }> {
  const member = await newFan(client, 'Ash');
  await client.subscribe(member.token, member.email);
  return member;
}

/** What the member paid for the membership. */
async function ownPayment(client: SiteClient, token: string): Promise<string> {
  const { data } = (await client.call('GET /api/payments/mine', { token })) as unknown as {
    data: { payments: ReadonlyArray<{ _id: string }> };
  };
  return data.payments[0]?._id ?? '';
}

async function tokensOf(client: SiteClient, site: string): Promise<ShotContext['tokens']> {
  // The demo fan is known on clay and patch only.
  const fan =
    site === 'ridge' ? (await newFan(client, 'Elm')).token : await client.login('fan@demo.example', 'Demo-fan-2026');
  // Staff of every role are on clay.
  const staff =
    site === 'clay'
      ? await Promise.all(
          staffRoles.map(
            async (role) => [role, await client.login(`${role}@clay.example`, 'Demo-staff-2026')] as const,
          ),
        )
      : [];
  return {
    guest: null,
    fan,
    member: (await newMember(client)).token,
    creator: await client.login(`creator@${site}.example`, 'Demo-creator-2026'),
    ...Object.fromEntries(staff),
  };
}

async function postForSale(client: SiteClient): Promise<string> {
  const { blogs } = await client.call('GET /api/blogs');
  const post = blogs.find(({ visibility }) => visibility === 'locked');
  if (!post) throw new Error('The first page of the feed has no post for sale.');
  return post._id;
}

/** Made where it is not there yet: the demo sites declare none. */
async function welcomeCoupon(client: SiteClient, token: string): Promise<string> {
  const answer = await client.ask('GET /api/coupon/get-coupons?search=WELCOME', { token });
  const { couponList } = JSON.parse(answer.body.toString()) as { couponList: readonly { _id: string }[] };
  const [known] = couponList;
  if (known) return known._id;
  const terms = { discount_type: 'percentage', discount_value_for_initial: 50, discount_value_for_recurring: 10 };
  return (await client.call('POST /api/coupon/add', { token, body: { ...terms, code: 'WELCOME' } })).data._id;
}

async function payingFan(client: SiteClient, token: string): Promise<string> {
  const body = { sort: 'total_amount_spent', direction: 'desc' } as const;
  const { data } = JSON.parse(
    (await client.ask('POST /api/users/get_users_list', { token, body })).body.toString(),
  ) as {
    data: { users: readonly { _id: string }[] };
  };
  const [fan] = data.users;
  if (!fan) throw new Error('The site has no fans.');
  return fan._id;
}

/** The id of a promotion of posts that runs; it is started where there is none. */
async function runningPromotion(client: SiteClient, token: string): Promise<string> {
  const type = 'LOCKED_CONTENT';
  const known = await client.call('POST /api/promotion-setting/promotion', { token, body: { promotion_type: type } });
  if (known.data) return known.data._id;
  const body = { type, date_expire: 24, ribbon_text: '', applicable_to: 'ALL_USERS', discount_percentage: 20 } as const;
  return (await client.call('POST /api/promotion-setting/save-promotion', { token, body })).data._id;
}
