import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { useMonthEntry } from '../../src/features/staff/reporting/month-columns.tsx';
import { yearAsked, type MonthsReport } from '../../src/features/staff/reporting/reporting-query.ts';
import { ReportingTabs } from '../../src/features/staff/reporting/reporting-tabs.tsx';
import { YearSums } from '../../src/features/staff/reporting/year-sums.tsx';
import { addStudioTexts, withMoneyTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';

beforeAll(async () => {
  await addStudioTexts('en');
  await withMoneyTexts(Promise.resolve());
});

const quiet = {
  gross: 0,
  returned: 0,
  net: 0,
  membership: 0,
  post: 0,
  new_members: 0,
  lost_members: 0,
  net_before: 0,
};
const busy = {
  ...quiet,
  gross: 120,
  returned: 20,
  net: 100,
  membership: 70,
  post: 30,
  new_members: 4,
  lost_members: 1,
};
const of = (month: string, figures = quiet) => ({ _id: month, month, ...figures });
const report: MonthsReport = {
  currency: 'EUR',
  year: '2026',
  years: ['2026', '2025'],
  months: [of('2026-02', busy), of('2026-01')],
  sums: { ...busy, net_before: 50 },
};

async function show(what: React.ReactNode, path = '/admin/reporting'): Promise<string> {
  const bootstrap = bootstrapOf({ path, viewer: person({ role: 'admin', isAdmin: true }) });
  const queries = makeQueryClient(bootstrap);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>{what}</Providers>
    </MemoryRouter>,
  );
}
const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the page of reports', () => {
  it('adds a year up in the currency of its money, and compares it with the year before', async () => {
    const text = textOf(await show(<YearSums report={report} />));
    for (const figure of ['Sold €120.00', 'Given back €20.00', 'Net €100.00', 'Memberships €70.00', 'Unlocks €30.00'])
      expect(text).toContain(figure);
    expect(text).toContain('New members 4 Members lost 1');
    expect(text).toContain('100%');
    expect(text).toContain('Sales in another currency than the site’s are left out.');
  });

  it('names no year before on which nothing was sold', async () => {
    const first = { ...report, sums: { ...busy, net_before: 0 } };
    expect(textOf(await show(<YearSums report={first} />))).not.toContain('%');
  });

  it('says a month in a line on a phone, without what did not happen', async () => {
    const Line = ({ month }: { month: MonthsReport['months'][number] }) => {
      const { title, note, end } = useMonthEntry('EUR')(month);
      return (
        <>
          {title}: {note}: {end}
        </>
      );
    };
    expect(textOf(await show(<Line month={of('2026-02', busy)} />))).toBe(
      'February 2026: Sold €120.00 · Given back €20.00 · 4 joined, 1 left: €100.00 ',
    );
    expect(textOf(await show(<Line month={of('2026-01')} />))).toBe('January 2026: Sold €0.00: €0.00 ');
  });

  it('DECISIONS 38: is one page whose tabs have the addresses of the documents', async () => {
    const chosen = async (path: string) =>
      [...(await show(<ReportingTabs />, path)).matchAll(/<a[^>]*>/g)].map(([tag]) => [
        /href="([^"]*)"/.exec(tag)?.[1],
        tag.includes('aria-current="page"'),
      ]);
    expect(await chosen('/admin/reporting')).toEqual([
      ['/admin/reporting', true],
      ['/admin/reports', false],
    ]);
    expect(await chosen('/admin/reports')).toEqual([
      ['/admin/reporting', false],
      ['/admin/reports', true],
    ]);
  });

  it('asks for no year that is none', () => {
    expect([yearAsked('2025'), yearAsked('25'), yearAsked(null)]).toEqual([{ year: '2025' }, {}, {}]);
  });
});
