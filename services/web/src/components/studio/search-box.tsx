import IconButton from '@mui/material/IconButton';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks after a short pause in typing. `/` comes here from anywhere on the page. */
export function SearchBox({
  label,
  value,
  onSearch,
}: {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  const told = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => {
    if (text === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = text;
      search.current(text.trim());
    }, 250);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <label className="search-box">
      <Search className="icon" aria-hidden />
      <span className="visually-hidden">{label}</span>
      <input
        type="search"
        data-page-search
        placeholder={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      {text === '' ? (
        <kbd aria-hidden="true">/</kbd>
      ) : (
        <IconButton size="small" aria-label={t('btn-reset')} onClick={() => setText('')}>
          <X className="icon" aria-hidden />
        </IconButton>
      )}
    </label>
  );
}
