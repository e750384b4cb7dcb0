import { isDeepStrictEqual } from 'node:util';
import { vi } from 'vitest';
import type { TwinSale } from '@backlot/twins/ccbill/books';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import type { TestPerson } from '../../src/testing/people.ts';
import type { Answer, SiteName } from '../../src/testing/world.ts';

export interface CcbillWorld extends MoneyWorld {
  readonly ccbill: MoneyWorld['twin']['ccbill'];
  /** What was bought last, at the page where its payer is led; without a card of ours. */
  subscribeOnForm(fan: TestPerson): Promise<string>;
  /** Types a card on CCBill's form. */
  payOnForm(url: string, number?: string): Promise<Response>;
  /** A member who paid on the form, and the sale at CCBill. */
  formMember(site?: SiteName): Promise<{ fan: TestPerson; sale: TwinSale }>;
  lastSale(): TwinSale;
  /** Waits until the twin's notices were sent. */
  sendNotices(): Promise<void>;
  /** The same, runs the jobs they made, and waits until what these caused at CCBill was told too; its jobs have not run. */
  settleNotices(): Promise<void>;
  save(body: object, site?: SiteName): Promise<Answer>;
}

/** The money world with CCBill on both sites: luna has its form alone, the other its REST interface too. */
export async function createCcbillWorld(
  options: Omit<NonNullable<Parameters<typeof createMoneyWorld>[0]>, 'features'> = {},
): Promise<CcbillWorld> {
  const world = await createMoneyWorld({ ...options, at: options.at ?? new Date() });
  const { ccbill } = world.twin;
  const { account } = ccbill;
  /** Waits until the server goes by what was saved; secrets are in nobody's memory. */
  const save = async (body: object, site: SiteName = 'luna') => {
    const answer = await world.call('PATCH /api/app_settings', { as: world.people[site].admin, body });
    if (answer.status !== 200) return answer;
    const wanted = Object.entries(body).filter(([key]) => !key.startsWith('ccbill_settings.'));
    await vi.waitUntil(
      async () => {
        const believed = new Map(Object.entries(await world.ctx.settings.of(world.tenants[site])));
        return wanted.every(([key, value]) => isDeepStrictEqual(believed.get(key), value));
      },
      { timeout: 20_000 },
    );
    return answer;
  };
  const form = {
    'ccbill_settings.account_number': account.account,
    'ccbill_settings.sub_account': account.subAccount,
    'ccbill_settings.form_name': account.form,
    'ccbill_settings.salt': account.salt,
    'ccbill_settings.data_link_user': account.dataLinkUser,
    'ccbill_settings.data_link_password': account.dataLinkPassword,
  };
  const rest = {
    enable_ccbill_rest_api: true,
    'ccbill_settings.client_id': account.clientId,
    'ccbill_settings.client_secret': account.clientSecret,
  };
  for (const site of Object.keys(world.tenants) as SiteName[]) {
    const answer = await save(site === 'luna' ? form : { ...form, ...rest }, site);
    if (answer.status !== 200) throw new Error(answer.text);
  }
  const money: CcbillWorld = {
    ...world,
    ccbill,
    save,
    lastSale: () => ccbill.sales().at(-1)!,
    async subscribeOnForm(fan) {
      const { body, status, text } = await world.subscribe(fan, { stored: true });
      if (status !== 200) throw new Error(text);
      return body.data.action.url as string;
    },
    payOnForm: (url, number = '4111111111111111') =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ act: 'card', number, month: '12', year: '2031', cvv: '123' }),
        redirect: 'manual',
      }),
    async formMember(site = 'luna') {
      const fan = await world.fresh(site);
      await money.payOnForm(await money.subscribeOnForm(fan));
      await money.settleNotices();
      return { fan, sale: money.lastSale() };
    },
    async sendNotices() {
      for (let waited = 0; waited < 10_000; waited += 20) {
        if (ccbill.notices().every(({ state }) => state !== 'waiting')) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async settleNotices() {
      await money.sendNotices();
      await world.runJobs();
      await money.sendNotices();
    },
  };
  return money;
}
