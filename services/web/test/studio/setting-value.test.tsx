import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { loadSlots } from '../../src/components/theme/slots.tsx';
import { SettingValue } from '../../src/features/studio/settings/setting-value.tsx';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf } from '../testing/fixture.ts';

async function say(key: string, value: unknown): Promise<string> {
  await addStudioTexts('en');
  const bootstrap = bootstrapOf();
  const app = {
    bootstrap,
    texts: await loadTexts('en'),
    slots: await loadSlots('kiln'),
    queries: makeQueryClient(bootstrap),
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={app}>
        <p>
          <SettingValue settingKey={key} value={value} />
        </p>
      </Providers>
    </MemoryRouter>,
  );
}

describe('the history of settings', () => {
  it.each([
    ['blocked_countries', ['DE', 'US'], 'Germany, United States'],
    ['blocked_regions', ['US-UT'], 'United States: UT'],
    ['menu_settings.guest', ['feed', 'links'], 'Feed, Links'],
    ['manifest_icons', ['/media/a', '/media/b'], '2 images'],
    ['manifest_icons', ['/media/a'], '1 image'],
    ['timezone', 'America/New_York', 'New York · Eastern Time'],
    ['timezone', 'Europe/No_Such_Town', 'No Such Town'],
    ['timezone', 'UTC', 'UTC · Coordinated Universal Time'],
  ])('says %s in words', async (key, value, said) => {
    expect(await say(key, value)).toContain(`<p>${said}</p>`);
  });
});
