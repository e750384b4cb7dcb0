import type { SettingSection } from './section-types.ts';

const group = 'set-group-content';

/** What fans see of posts. */
export const contentSections: readonly SettingSection[] = [
  {
    id: 'feed',
    page: 'public-post',
    group,
    text: 'set-section-feed',
    help: 'set-section-feed-help',
    blocks: [
      {
        id: 'posts',
        keys: ['enable_public_post', 'is_photo_upload_enabled', 'timestamp_visibility.home_feed'],
        alsoAt: ['miscellaneous-settings'],
      },
      {
        id: 'likes',
        switch: 'is_feed_like_enabled',
        keys: ['is_feed_like_enabled', 'like_visibility', 'enable_like_count_for_private_locked_post'],
      },
      {
        id: 'comments',
        switch: 'is_feed_comment_enabled',
        keys: ['is_feed_comment_enabled', 'comment_visibility', 'enable_comment_count_for_private_locked_post'],
        alsoAt: ['blog-comment'],
      },
      { id: 'tags', switch: 'feed_tags_enable', keys: ['feed_tags_enable', 'feed_tag_filter_button_text'] },
      {
        id: 'locked',
        text: 'set-block-locked-posts',
        keys: [
          'show_media_count_in_exclusive_content',
          'post_caption_blur_intensity',
          'is_pagination_on_exclusive_content_enabled',
        ],
        alsoAt: ['pagination-on-exclusive-content'],
      },
    ],
  },
  {
    id: 'hero',
    page: 'banner-image-text',
    group,
    text: 'set-section-hero',
    help: 'set-section-hero-help',
    preview: '/home',
    blocks: [
      { id: 'text', keys: ['hero_banner_text', 'hero_banner_text_image'] },
      {
        id: 'media',
        text: 'set-block-media',
        keys: ['hero_banner_images', 'hero_banner_video', 'hero_banner_mobile_video'],
      },
      {
        id: 'buttons',
        text: 'set-block-buttons',
        keys: [
          'hero_banner_button_text',
          'hero_banner_button_url',
          'hero_banner_subscribe_text',
          'hero_banner_show_social_icons',
          'show_payment_icons',
        ],
        alsoAt: ['payment-icons'],
      },
    ],
  },
  {
    id: 'social',
    page: 'theme-2',
    group,
    text: 'set-section-social',
    help: 'set-section-social-help',
    blocks: [
      {
        id: 'links',
        keys: [
          'theme_2_instagram_url',
          'theme_2_tiktok_url',
          'theme_2_facebook_url',
          'theme_2_twitter_url',
          'theme_2_twitch_url',
          'theme_2_discord_url',
          'theme_2_snapchat_url',
          'theme_2_youtube_url',
          'theme_2_website_url',
          'theme_2_amazon_wishlist_url',
        ],
      },
    ],
  },
  {
    id: 'watermark',
    page: 'watermark',
    group,
    text: 'set-section-watermark',
    help: 'set-section-watermark-help',
    blocks: [
      {
        id: 'watermark',
        switch: 'enable_watermark',
        keys: ['enable_watermark', 'watermark_position', 'watermark_size', 'watermark_color'],
      },
    ],
  },
];
