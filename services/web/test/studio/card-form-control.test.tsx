import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient, Providers } from '../../src/app/providers.tsx';
import { CardFormControl } from '../../src/features/studio/settings/controls/card-form-control.tsx';
import { cardWebhookKey } from '../../src/features/studio/settings/controls/card-webhook-query.ts';
import { addStudioTexts } from '../../src/lib/texts/studio-texts.ts';
import { loadTexts } from '../../src/lib/texts/texts.ts';
import { bootstrapOf } from '../testing/fixture.ts';

async function draw(url: string | null): Promise<string> {
  await addStudioTexts('en');
  const bootstrap = bootstrapOf();
  const queries = makeQueryClient(bootstrap);
  if (url !== null) queries.setQueryData(cardWebhookKey(bootstrap.site.id), { url });
  const none = (): void => undefined;
  return renderToStaticMarkup(
    <MemoryRouter>
      <Providers app={{ bootstrap, texts: await loadTexts('en'), slots: {} as never, queries }}>
        <CardFormControl
          fieldId="ccbill_settings.form_name"
          id="form"
          name="FlexForm ID"
          value=""
          describedBy={undefined}
          isWrong={false}
          onChange={none}
          onLeave={none}
        />
      </Providers>
    </MemoryRouter>,
  );
}

it('the address for webhooks stands beside the payment form once there is one, and what is stored does not', async () => {
  const url = 'https://api.luna.test/api/webhooks/ccbill/abc';
  const html = await draw(url);
  expect(html).toContain(`<code dir="ltr">${url}</code>`);
  expect(html).toContain('Copy the address');
  expect(html).toContain('type="password"');
  expect(await draw(null)).not.toContain('<code');
});
