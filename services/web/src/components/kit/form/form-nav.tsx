import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SiteLink } from '../../site-link.tsx';
import { Select } from '../select.tsx';
import { fieldsOf, type FormSection, type FormValues } from './form-types.ts';

interface FormNavProps {
  readonly label: string;
  readonly sections: readonly FormSection[];
  readonly current: string | null;
  readonly edits: FormValues;
}

/** The sections, each a link; where there is no room for a list, one choice. */
export function FormNav({ label, sections, current, edits }: FormNavProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isChanged = (section: FormSection): boolean => fieldsOf(section).some(({ id }) => id in edits);
  return (
    <>
      <nav className="form-nav" aria-label={label}>
        {sections.map((section, index) => (
          <div key={section.id}>
            {sections[index - 1]?.group === section.group ? null : <p className="form-group">{section.group}</p>}
            <SiteLink to={section.to} aria-current={section.id === current ? 'page' : undefined}>
              {section.title}
              {isChanged(section) ? <Unsaved text={t('form-unsaved')} /> : null}
            </SiteLink>
          </div>
        ))}
      </nav>
      <div className="form-pick">
        <Select
          label={label}
          hideLabel
          value={current ?? ''}
          options={[
            ...(current === null ? [{ value: '', text: label }] : []),
            ...sections.map(({ id, group, title }) => ({ value: id, text: `${group}: ${title}` })),
          ]}
          onChange={(id) => {
            const section = sections.find((one) => one.id === id);
            if (section) void navigate(section.to);
          }}
        />
      </div>
    </>
  );
}

const Unsaved = ({ text }: { text: string }) => (
  <>
    {' '}
    <i className="form-changed" title={text} aria-hidden="true" />
    <span className="visually-hidden">{text}</span>
  </>
);
