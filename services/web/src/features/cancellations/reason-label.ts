import { cancelReasonText } from '@backlot/domain/memberships/cancellation';
import { useTranslation } from 'react-i18next';

/** A reason in the reader's language; a site's own words as they are. */
export function useReasonLabel(): (reason: string | null) => string {
  const { t } = useTranslation();
  return (reason) => {
    const text = cancelReasonText(reason);
    return text === null ? (reason ?? '') : t(text);
  };
}
