import type { ProviderState } from '@backlot/contracts/card-provider';
import { isSettingKey } from '@backlot/domain/settings';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { NoAnswer } from '../../../components/studio/list-states.tsx';
import { providerName } from '../../../components/studio/provider-name.ts';
import { useCopy } from '../../../components/use-copy.ts';
import { api } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import { useSite } from '../../../lib/site.tsx';
import { useSettingNames } from '../../../entities/setting/setting-names.ts';
import { keysOf, settingPath, settingSections } from './setting-sections.ts';

/** Which provider takes the site's cards, what it still lacks, and the address that it has to be told. */
export function CardProviderCard() {
  const { t } = useTranslation();
  const { id } = useSite();
  const query = useQuery({
    queryKey: [id, 'card-provider'],
    queryFn: async ({ signal }) => (await api('GET /api/app_settings/card-provider', { signal })).data,
    staleTime: 0,
  });
  const told = query.data;
  if (told === undefined)
    return (
      <div className="panel-card card-provider">
        <NoAnswer asked={query} count={2} />
      </div>
    );
  return (
    <section className="panel-card card-provider" aria-labelledby="card-provider-title">
      <h2 id="card-provider-title">{t('card-provider', { provider: providerName(told.provider) })}</h2>
      {told.state === 'ready' ? <p className="muted">{t('card-provider-ready')}</p> : null}
      {told.state === 'unavailable' ? <p role="alert">{t('card-provider-unavailable')}</p> : null}
      {told.state === 'incomplete' ? <Missing keys={told.missing} /> : null}
      {told.webhook_url === null ? null : <Webhook url={told.webhook_url} provider={told.provider} />}
      {told.second === null ? null : <Second told={told.second} />}
      <p>
        <Link to={paths.providerAccounts} className="text-link">
          {t('accounts-title')}
        </Link>
      </p>
    </section>
  );
}

/** The other provider, as the first. */
function Second({ told: { provider, state, missing, webhook_url: url } }: { told: ProviderState }) {
  const { t } = useTranslation();
  return (
    <section className="card-provider-second" aria-labelledby="second-provider-title">
      <h2 id="second-provider-title">{t('card-provider-second', { provider: providerName(provider) })}</h2>
      {state === 'ready' ? <p className="muted">{t('card-provider-second-ready')}</p> : null}
      {state === 'unavailable' ? <p role="alert">{t('card-provider-unavailable')}</p> : null}
      {state === 'incomplete' ? <Missing keys={missing} /> : null}
      {url === null ? null : <Webhook url={url} provider={provider} />}
    </section>
  );
}

/** What to fill in, each where that is done. */
function Missing({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation();
  const names = useSettingNames();
  const sectionOf = (key: string) =>
    settingSections.find((section) => isSettingKey(key) && keysOf(section).includes(key));
  return (
    <div role="alert">
      <p>{t('card-provider-missing')}</p>
      <ul>
        {keys.map((key) => {
          const section = sectionOf(key);
          return (
            <li key={key}>
              {section === undefined ? (
                names.name(key)
              ) : (
                <Link to={settingPath(section, key)} className="text-link">
                  {names.name(key)}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Webhook({ url, provider }: { url: string; provider: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <>
      <h3>{t('card-provider-webhook')}</h3>
      <p className="muted">{t('card-provider-webhook-help')}</p>
      <p dir="ltr" className="card-provider-address">
        {url}
      </p>
      <Button
        variant="outlined"
        aria-label={`${t('crypto-copy-address')} ${providerName(provider)}`}
        onClick={() => copy(url)}
      >
        <Copy className="icon" aria-hidden />
        {t('crypto-copy-address')}
      </Button>
    </>
  );
}
