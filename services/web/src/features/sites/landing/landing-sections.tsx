import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { SiteLink } from '../../../components/site-link.tsx';
import { Emphasis } from '../../../components/text/emphasis.tsx';
import { useCustomText } from '../../../lib/texts/custom-texts.ts';
import { readSetting } from '../../../lib/settings.ts';
import { useSetting, useSettingValues } from '../../../lib/site.tsx';
import { LaterPrice } from '../../../components/offer/later-price.tsx';
import { SubscribeButton } from './subscribe-button.tsx';

/** LAND-08, LAND-09: picture and words; the second has a button and the picture on the other side. */
export function PictureSection({ number }: { number: 1 | 2 }) {
  const values = useSettingValues();
  const title = readSetting(values, `section_${number}_title`);
  const text = readSetting(values, `section_${number}_description`);
  const image = readSetting(values, `section_${number}_image`);
  const label = useCustomText('section_2_subscribe_now_text');
  if (readSetting(values, `enable_section_${number}`) !== true) return null;
  return (
    <section className="picture-section" data-number={number}>
      {image ? (
        <div className="section-picture">
          <img src={image} alt="" loading="lazy" decoding="async" width={1200} height={720} />
        </div>
      ) : null}
      <div
        className="section-text"
        data-align={readSetting(values, `section_${number}_description_alignment`) ?? 'start'}
      >
        {title ? (
          <h2 dir="auto">
            <Emphasis text={title} />
          </h2>
        ) : null}
        {text ? <p dir="auto">{text}</p> : null}
        {number === 2 ? (
          <div className="section-price">
            <SubscribeButton size="m" label={label || undefined} />
            <LaterPrice />
          </div>
        ) : null}
      </div>
    </section>
  );
}

const six = [1, 2, 3, 4, 5, 6] as const;

/** LAND-10. */
export function GridSection() {
  const { t } = useTranslation();
  const values = useSettingValues();
  const pictures = six
    .map((number) => readSetting(values, `grid_section_image_${number}`))
    .filter((url): url is string => Boolean(url));
  if (readSetting(values, 'enable_grid_section') !== true || pictures.length === 0) return null;
  return (
    <section className="six" aria-label={t('landing-pictures')} data-count={pictures.length}>
      {pictures.map((url) => (
        <div key={url}>
          <img src={url} alt="" loading="lazy" decoding="async" width={800} height={800} />
        </div>
      ))}
    </section>
  );
}

/** LAND-11: the last word, and the button once more. */
export function ClosingSection() {
  const { t } = useTranslation();
  const values = useSettingValues();
  const title = useSetting('section_3_title');
  const text = useSetting('section_3_description');
  const label = useCustomText('section_3_subscribe_now_text');
  if (readSetting(values, 'enable_section_3') !== true) return null;
  return (
    <section className="closing" data-align={readSetting(values, 'section_3_description_alignment') ?? 'start'}>
      {title ? (
        <h2 dir="auto">
          <Emphasis text={title} />
        </h2>
      ) : null}
      <div className="closing-side">
        {text ? <p dir="auto">{text}</p> : null}
        <SubscribeButton label={label || undefined} isLong />
        <LaterPrice />
        <SiteLink className="banner-feed text-link" to={paths.feed}>
          {t('landing-see-feed')}
        </SiteLink>
      </div>
    </section>
  );
}
