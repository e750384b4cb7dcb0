import { choice, email, group, integer, longText, text, toggle, url } from './define.ts';

export const help = group('help', 'user', 'site', [
  toggle('influencer_help_enabled', false, 'Help for the creator and staff, with popups.'),
  toggle('user_influencer_help_enabled', false, 'Help for fans, with popups.'),
]);

/** Guests have questions too. */
export const contact = group('help', 'public', 'site', [
  email('contact_us_email', '', 'Where the contact form writes to.'),
  longText('contact_us_text', '', 'Text above the contact form.', 1000),
]);

export const notifications = group('notifications', 'user', 'site', [
  toggle('enable_purchase_notification', false, 'Tell visitors that somebody bought.'),
  toggle('enable_recently_purchased_for_subscribers', false, 'Show members what was bought lately.'),
  toggle('web_push_notification_enabled', false, 'Web push.'),
  text('one_signal.app_id', '', "Web push: the provider's application id.", 80),
  text('one_signal.safari_web_id', '', "Web push: the provider's id for Safari.", 120),
]);

export const subscriptionMail = group('notifications', 'staff', 'site', [
  toggle('subscription_email_notification_enabled', false, 'Mail the creator when somebody subscribes.'),
]);

/** What settings open to a content manager is decided by role admin (DECISIONS 39: reporting). */
export const reportingAccess = group('reporting', 'staff', 'admin', [
  toggle(
    'show_reporting_page_to_content_manager',
    false,
    'Content managers open subscribers, transactions and reports.',
  ),
  toggle('hide_earnings', false, 'Content managers see no earnings.'),
]);

export const exportAccess = group('reporting', 'staff', 'site', [
  toggle('enable_csv_download_for_content_managers', false, 'Content managers may export users.'),
]);

export const universal = group('universal login', 'public', 'admin_and_sub_admin', [
  toggle('is_universal_login_enabled', true, 'One login for all sites of the same owner that switched it on.'),
]);

export const security = group('security', 'public', 'admin', [
  toggle('is_recaptcha_enabled', false, 'reCAPTCHA as the human check.'),
  text('recaptcha_site_key', '', 'reCAPTCHA site key.', 120),
  text('seo_verification_tag', '', "Content of the search engines' verification tag.", 200),
]);

export const secrets = group('security', 'secret', 'admin', [
  text('recaptcha_secret_key', '', 'reCAPTCHA secret key.', 200),
  text('one_signal.api_key', '', "Web push: the provider's secret key.", 400),
  text('aws_settings.access_key_id', '', 'Object storage: key id.', 200),
  text('aws_settings.secret_access_key', '', 'Object storage: secret.', 400),
  text('email_configuration.password', '', 'Mail: password of the sending account.', 400),
]);

export const mail = group('email configuration', 'admin', 'admin', [
  email('email_configuration.from_address', '', 'Sender of mails.'),
  text('email_configuration.host', '', 'Mail server.', 200),
  integer('email_configuration.port', 587, 1, 65_535, 'Port of the mail server.'),
  text('email_configuration.user_name', '', 'User at the mail server.', 200),
]);

export const storage = group('aws', 'admin', 'admin', [
  url('aws_settings.endpoint', '', 'Object storage: address.'),
  text('aws_settings.region', '', 'Object storage: region.', 60),
  text('aws_settings.bucket', '', 'Object storage: bucket.', 120),
]);

export const platform = group('platform', 'admin', 'admin', [
  choice('platform_settings.log_level', ['info', 'debug', 'warn'], 'info', 'How much this site logs.'),
  integer('redis_cache_setting.seconds', 60, 0, 86_400, 'How long cached answers are kept.'),
  toggle('redis_cache_setting.is_enabled', false, 'Cache answers between processes.'),
]);
