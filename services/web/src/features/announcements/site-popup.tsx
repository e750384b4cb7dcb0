import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useSite } from '../../lib/site.tsx';

export function SitePopup({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { name } = useSite();
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <Button onClick={onClose} data-first-focus="">
          {t('btn-ok')}
        </Button>
      }
    >
      <p className="popup-text" dir="auto">
        {text}
      </p>
    </Dialog>
  );
}
