import { useTranslation } from 'react-i18next';
import { useMe } from '../../../lib/site.tsx';

/** What this person is here, in words. */
export function useRoleName(): string {
  const { t } = useTranslation();
  switch (useMe()?.role) {
    case 'model':
      return t('role-model');
    case 'admin':
      return t('role-admin');
    case 'sub_admin':
      return t('role-sub-admin');
    case 'content_manager':
      return t('role-content-manager');
    case 'live_stream_manager':
      return t('role-live-stream-manager');
    case 'support':
      return t('role-support');
    default:
      return '';
  }
}
