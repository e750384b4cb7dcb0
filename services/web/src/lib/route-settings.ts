import type { RouteSettings } from '@backlot/domain/routes';
import { readSetting, type SettingValues } from './settings.ts';

/** The settings that the rules about addresses ask for. */
export function routeSettings(values: SettingValues): RouteSettings {
  const on = (key: Parameters<typeof readSetting>[1]): boolean => readSetting(values, key) === true;
  return {
    show_reporting_page_to_content_manager: on('show_reporting_page_to_content_manager'),
    hide_earnings: on('hide_earnings'),
    enable_csv_download_for_content_managers: on('enable_csv_download_for_content_managers'),
    enable_live_stream_report_for_content_manager: on('enable_live_stream_report_for_content_manager'),
    enable_internal_shop: on('enable_internal_shop'),
    show_like_the_website_form: on('show_like_the_website_form'),
  };
}
