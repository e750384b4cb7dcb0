import { fromWire } from '../money/money.ts';
import type { AnyShape, MenuLink } from './define.ts';
import { findSetting } from './index.ts';

export type SettingCheck =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly code: 'setting-unknown' | 'setting-invalid';
      readonly params: Readonly<Record<string, string | number>>;
    };

/** One setting from the wire: the value to store (trimmed text, for example), or why not. */
export function validateSetting(key: string, value: unknown): SettingCheck {
  const definition = findSetting(key);
  if (!definition) return { ok: false, code: 'setting-unknown', params: { key: key.slice(0, 100) } };
  const checked = check(definition, value);
  if (checked !== undefined) return { ok: true, value: checked };
  return { ok: false, code: 'setting-invalid', params: { key, ...expectation(definition) } };
}

/** Rules that span two settings: a lower bound is never above its upper bound. */
export function conflictingBounds(
  settings: Readonly<Record<string, unknown>>,
): { readonly min: string; readonly max: string } | null {
  return boundPairs.find(({ min, max }) => Number(settings[min]) > Number(settings[max])) ?? null;
}

const boundPairs = [
  { min: 'content_unlock_minimum_amount', max: 'content_unlock_maximum_amount' },
  { min: 'tips_minimum_amount', max: 'tips_maximum_amount' },
  { min: 'wallet_settings.add_fund_minimum_amount', max: 'wallet_settings.add_fund_maximum_amount' },
] as const;

/** The checked value; undefined is a refusal. */
function check(shape: AnyShape, value: unknown): unknown {
  switch (shape.type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) && within(shape, value as number) ? value : undefined;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && within(shape, value) ? value : undefined;
    case 'amount':
      return fromWire(value) !== null && within(shape, value as number) ? value : undefined;
    case 'amounts':
      return amounts(value, shape.maxItems);
    case 'choice':
      return shape.choices.includes(value as string) ? value : undefined;
    case 'strings':
      return checkStrings(shape, value);
    case 'links':
      return Array.isArray(value) && value.length <= shape.maxItems && value.every(isLink)
        ? value.map(linkOf)
        : undefined;
    default:
      return checkText(shape.type, shape.max, value);
  }
}

const within = (bounds: { min: number; max: number }, value: number): boolean =>
  value >= bounds.min && value <= bounds.max;

function amounts(value: unknown, maxItems: number): string | undefined {
  if (typeof value !== 'string' || value.length > 200) return undefined;
  const parts = value.split(',').map((part) => part.trim());
  const good =
    parts.length <= maxItems && parts.every((part) => /^\d{1,6}(\.\d{1,2})?$/.test(part) && Number(part) > 0);
  return good ? parts.join(',') : undefined;
}

function checkStrings(shape: Extract<AnyShape, { type: 'strings' }>, value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length > shape.maxItems) return undefined;
  const items: string[] = [];
  for (const item of value) {
    if (typeof item !== 'string' || item.length > shape.max || item.trim() === '' || hasControls(item))
      return undefined;
    if (shape.choices && !shape.choices.includes(item)) return undefined;
    if (shape.pattern && !shape.pattern.test(item.trim())) return undefined;
    if (shape.isPictures && !isOwnPath(item.trim())) return undefined;
    items.push(item.trim());
  }
  return [...new Set(items)];
}

const isLink = (value: unknown): value is MenuLink => {
  if (typeof value !== 'object' || value === null) return false;
  const { label, url } = value as Record<string, unknown>;
  return (
    typeof label === 'string' &&
    label.trim() !== '' &&
    label.length <= 60 &&
    typeof url === 'string' &&
    url !== '' &&
    isAddress(url)
  );
};

const linkOf = (link: MenuLink): MenuLink => ({
  label: link.label.trim(),
  url: link.url.trim(),
  newTab: link.newTab === true,
  isEnabled: link.isEnabled !== false,
});

const length = String.raw`-?\d{1,4}(\.\d{1,3})?(px|rem|em|%|vw|vh)?`;
const sizePattern = new RegExp(`^(${length})( ${length}){0,3}$`);
const sizesPattern = new RegExp(`^${length}(\\|${length}){3}$`);

function checkText(type: string, max: number, value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > max) return undefined;
  const trimmed = value.trim();
  if (type === 'html') return isSafeHtml(trimmed) ? trimmed : undefined;
  if (hasControls(trimmed)) return undefined;
  if (trimmed === '') return type === 'sizes' || type === 'timezone' ? undefined : '';
  switch (type) {
    case 'url':
      return isAddress(trimmed) ? trimmed : undefined;
    case 'media':
      return isOwnPath(trimmed) ? trimmed : undefined;
    case 'colour':
      return /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(trimmed) ? trimmed.toLowerCase() : undefined;
    // Anything that could leave a CSS declaration is out.
    case 'font':
      return /^[\p{L}\d ,'"-]+$/u.test(trimmed) ? trimmed : undefined;
    case 'size':
      return sizePattern.test(trimmed) ? trimmed : undefined;
    case 'sizes':
      return sizesPattern.test(trimmed) ? trimmed : undefined;
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? trimmed : undefined;
    case 'timezone':
      return isTimeZone(trimmed) ? trimmed : undefined;
    default:
      return trimmed;
  }
}

/** By name only: of `+05:00` the database believes the opposite of what the calendar here does. */
function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Control characters but line feed and tab have no place in any text of a site. */
const hasControls = (text: string): boolean => /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);

/** A path of this site: pages load pictures from nowhere else, and a foreign host would learn of every visitor. */
const isOwnPath = (text: string): boolean => /^\/(?!\/)[^\s<>"\\]*$/.test(text);

/** http(s), mailto, or a path of this site; `//host` and `/\host` are other sites in disguise. */
function isAddress(text: string): boolean {
  if (/[\s<>"\\]/.test(text)) return false;
  if (text.startsWith('/')) return isOwnPath(text);
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(text)) return true;
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A first net: what runs is refused when saved; whoever renders HTML still sanitises it. */
const isSafeHtml = (html: string): boolean =>
  !/<\s*(script|iframe|object|embed|link|meta|base|form|svg|math|style)\b/i.test(html) &&
  !/\son[a-z]+\s*=/i.test(html) &&
  !/javascript\s*:/i.test(html);

function expectation(shape: AnyShape): Record<string, string | number> {
  const expected: Record<string, string | number> = { type: shape.type };
  if ('min' in shape) expected['min'] = shape.min;
  if ('max' in shape) expected['max'] = shape.max;
  return expected;
}
