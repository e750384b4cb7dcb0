import { newsPaces } from '../memberships/news.ts';
import { choice, email, group, integer, longText, text, toggle, url } from './define.ts';

export const help = group('help', 'user', 'site', [
  /** Help for the creator and staff, with popups. */
  toggle('influencer_help_enabled', false),
  /** Help for fans, with popups. */
  toggle('user_influencer_help_enabled', false),
]);

/** Guests have questions too. */
export const contact = group('help', 'public', 'site', [
  /** Where the contact form writes to. */
  email('contact_us_email', ''),
  /** Text above the contact form. */
  longText('contact_us_text', '', 1000),
]);

export const notifications = group('notifications', 'user', 'site', [
  /** Tell visitors that somebody bought. */
  toggle('enable_purchase_notification', false),
  /** Show members what was bought lately. */
  toggle('enable_recently_purchased_for_subscribers', false),
  /** Web push. */
  toggle('web_push_notification_enabled', false),
  /** Web push: the provider's application id. */
  text('one_signal.app_id', '', 80),
  /** Web push: the provider's id for Safari. */
  text('one_signal.safari_web_id', '', 120),
]);

export const subscriptionMail = group('notifications', 'staff', 'site', [
  /** Mail the creator when somebody subscribes. */
  toggle('subscription_email_notification_enabled', false),
]);

export const purchaseNotifications = group('notifications', 'staff', 'site', [
  /** How often they are mailed what was bought: never, at most every 15 minutes, or at eight each morning. */
  choice('purchase_notification_settings.how_often', newsPaces, 'never'),
  /** Told of purchases besides the creator, in the app and by mail: admins. */
  toggle('purchase_notification_settings.admins', true),
  /** Content managers to whom reports are open. */
  toggle('purchase_notification_settings.content_managers', true),
  /** Support. */
  toggle('purchase_notification_settings.support', true),
]);

/** What settings open to a content manager is decided by role admin (DECISIONS 39: reporting). */
export const reportingAccess = group('reporting', 'staff', 'admin', [
  /** Content managers open subscribers, transactions and reports. */
  toggle('show_reporting_page_to_content_manager', false),
  /** Content managers see no earnings. */
  toggle('hide_earnings', false),
]);

export const exportAccess = group('reporting', 'staff', 'site', [
  /** Content managers may export users. */
  toggle('enable_csv_download_for_content_managers', false),
]);

export const universal = group('universal login', 'public', 'admin_and_sub_admin', [
  /** One login for all sites of the same owner that switched it on. */
  toggle('is_universal_login_enabled', true),
]);

export const security = group('security', 'public', 'admin', [
  /** reCAPTCHA as the human check. */
  toggle('is_recaptcha_enabled', false),
  /** reCAPTCHA site key. */
  text('recaptcha_site_key', '', 120),
  /** Content of the search engines' verification tag. */
  text('seo_verification_tag', '', 200),
]);

export const secrets = group('security', 'secret', 'admin', [
  /** reCAPTCHA secret key. */
  text('recaptcha_secret_key', '', 200),
  /** Web push: the provider's secret key. */
  text('one_signal.api_key', '', 400),
  /** Object storage: key id. */
  text('aws_settings.access_key_id', '', 200),
  /** Object storage: secret. */
  text('aws_settings.secret_access_key', '', 400),
  /** Mail: password of the sending account. */
  text('email_configuration.password', '', 400),
]);

export const mail = group('email configuration', 'admin', 'admin', [
  /** Sender of mails. */
  email('email_configuration.from_address', ''),
  /** Mail server. */
  text('email_configuration.host', '', 200),
  /** Port of the mail server. */
  integer('email_configuration.port', 587, 1, 65_535),
  /** User at the mail server. */
  text('email_configuration.user_name', '', 200),
]);

export const storage = group('aws', 'admin', 'admin', [
  /** Object storage: address. */
  url('aws_settings.endpoint', ''),
  /** Object storage: region. */
  text('aws_settings.region', '', 60),
  /** Object storage: bucket. */
  text('aws_settings.bucket', '', 120),
]);

export const platform = group('platform', 'admin', 'admin', [
  /** How much this site logs. */
  choice('platform_settings.log_level', ['info', 'debug', 'warn'], 'info'),
  /** How long cached answers are kept. */
  integer('redis_cache_setting.seconds', 60, 0, 86_400),
  /** Cache answers between processes. */
  toggle('redis_cache_setting.is_enabled', false),
]);
