import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../components/kit/form/form-types.ts';
import { useThemeLooks, type ThemeLook } from '../../../../components/theme/theme-looks.ts';

/** The built-in themes, each as it looks: its colours, its type and its corners. */
export function ThemeControl({ id, name, value, describedBy, onChange }: ControlProps) {
  const { t, i18n } = useTranslation();
  const looks = useThemeLooks();
  return (
    <div className="theme-choices" id={id} role="radiogroup" aria-label={name} aria-describedby={describedBy}>
      {looks.map((look) => (
        <label key={look.name} className="theme-choice">
          <input
            type="radio"
            name={id}
            value={look.name}
            checked={look.name === value}
            onChange={() => onChange(look.name)}
          />
          {look.picture === null ? (
            <Picture look={look} />
          ) : (
            <img className="theme-photo" src={look.picture} alt="" loading="lazy" />
          )}
          <Palette look={look} />
          <span className="theme-text">
            <b>{look.label}</b>
            <small>
              {i18n.exists(`theme-${look.name}`) ? t(`theme-${look.name}` as 'theme-kiln') : look.character}
            </small>
          </span>
        </label>
      ))}
      {looks.length === 0 ? <p className="muted small">{t('a11y-loading')}</p> : null}
    </div>
  );
}

/** Its colours in both modes. */
function Palette({ look }: { look: ThemeLook }) {
  return (
    <span className="theme-palette" aria-hidden="true">
      {[look.light, look.dark].flatMap(({ bg, surface, ink, accent }, mode) =>
        [bg, surface, ink, accent].map((colour, index) => (
          <i key={`${mode} ${index}`} style={{ background: colour }} />
        )),
      )}
    </span>
  );
}

/** A page in little, for a theme without a picture: bar, picture, words, button, in both modes. */
function Picture({ look }: { look: ThemeLook }) {
  return (
    <span className="theme-picture" aria-hidden="true">
      {([look.light, look.dark] as const).map((colours, index) => (
        <span
          key={index === 0 ? 'light' : 'dark'}
          style={{ background: colours.bg, color: colours.ink, ['--corner' as string]: look.corner }}
        >
          <i style={{ background: colours.surface, borderColor: colours.line }}>
            <em style={{ background: colours.sunk }} />
            <s style={{ background: colours.ink2 }} />
            <s style={{ background: colours.ink2 }} />
            <u style={{ background: colours.accent }} />
          </i>
        </span>
      ))}
    </span>
  );
}
