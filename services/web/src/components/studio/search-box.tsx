import IconButton from '@mui/material/IconButton';
import { Search, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTypedText } from './use-typed-text.ts';

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
  const [text, setText] = useTypedText(value, onSearch);
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
