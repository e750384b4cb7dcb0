import { Settings2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/site.tsx';
import type { Film } from './use-film.ts';

const rates = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** Quality and speed. */
export function FilmMenu({ film }: { film: Film }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const onPress = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    box.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  const heights = [...new Set(film.qualities.map(({ height }) => height))];
  return (
    <div
      ref={box}
      className="film-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !box.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Settings2 className="icon" aria-hidden />
        <span className="visually-hidden">{t('film-settings')}</span>
        {film.rate === 1 ? null : <span className="film-rate figures">{number(film.rate)}×</span>}
      </button>
      <div id={id} className="film-menu-panel" tabIndex={-1} hidden={!isOpen}>
        {heights.length > 1 ? (
          <Choice
            legend={t('film-quality')}
            name={`${id}-quality`}
            chosen={film.quality}
            onChoose={film.choose}
            options={[
              { value: null, label: t('film-quality-auto') },
              ...heights.map((height) => ({ value: height, label: t('film-quality-lines', { lines: height }) })),
            ]}
          />
        ) : null}
        <Choice
          legend={t('film-speed')}
          name={`${id}-speed`}
          chosen={film.rate}
          onChoose={film.setRate}
          options={rates.map((rate) => ({
            value: rate,
            label: rate === 1 ? t('film-speed-normal') : `${number(rate)}×`,
          }))}
        />
      </div>
    </div>
  );
}

interface ChoiceProps<V> {
  legend: string;
  name: string;
  chosen: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
}

function Choice<V extends number | null>({ legend, name, chosen, options, onChoose }: ChoiceProps<V>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={String(value)}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
