import { settingDefinitions } from '@backlot/domain/settings';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../process/operator-error.ts';
import { plainHost } from './tenant-registry.ts';

/** What a site is made with, as a command or a declaration says it. */
export interface SiteDefinition {
  readonly slug: string;
  readonly kind: string;
  readonly hosts: readonly string[];
  readonly locale: string;
  readonly currency: string;
  readonly theme?: string;
}

export const siteKinds = ['general', 'adult'] as const;
const themesFolder = join(import.meta.dirname, '../../../../themes');

/** Names that lead elsewhere, or would be mistaken for a part of the deployment. */
const takenSlugs = new Set(['api', 'platform', 'localhost', 'shared']);

/** @throws an OperatorError that names the first field that cannot be, and what can */
export function requireSiteDefinition(definition: SiteDefinition, platformHost: string): void {
  requireSlug(definition.slug);
  requireOneOf('kind', definition.kind, siteKinds);
  requireOneOf('locale', definition.locale, choicesOf('default_language'));
  requireOneOf('currency', definition.currency, choicesOf('currency'));
  if (definition.theme !== undefined) requireOneOf('theme', definition.theme, themeNames());
  if (definition.hosts.length === 0)
    throw new OperatorError(
      `${definition.slug} has no host. A site answers at one host or more, such as ${definition.slug}.example.com.`,
    );
  for (const host of definition.hosts) requireHost(host, { platformHost, own: definition.hosts });
}

/** @throws an OperatorError */
export function requireSlug(slug: string): void {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(slug) || takenSlugs.has(slug)) {
    throw new OperatorError(
      `'${slug}' can't be a site's name. It takes up to 40 letters from a to z, digits and hyphens between them${takenSlugs.has(slug) ? ', and this one is taken by the deployment itself' : ''}.`,
    );
  }
}

/**
 * A plain host name in lower case, without port and path.
 * @param around `own`: the other hosts of the site; it may give its API the name `api.<host>` itself
 * @throws an OperatorError
 */
export function requireHost(
  host: string,
  { platformHost, own }: { platformHost: string; own: readonly string[] },
): void {
  const labels = host.split('.');
  const isName =
    plainHost(host) === host &&
    host.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  if (!isName || /^[\d.]+$/.test(host)) {
    throw new OperatorError(
      `'${host}' is no host name. Write it as in clay.example.com: lower case, no port, no path; other alphabets in their xn-- form.`,
    );
  }
  if (host === platformHost || host === `api.${platformHost}`)
    throw new OperatorError(`${host} is the platform's own host (PLATFORM_HOST); a site needs another.`);
  if (host.startsWith('api.') && !own.includes(host.slice(4)))
    throw new OperatorError(`${host} can't be a site's host: it is where the API of ${host.slice(4)} answers.`);
}

/** The folders of `themes/`. */
export const themeNames = (): string[] =>
  readdirSync(themesFolder)
    .filter((name) => existsSync(join(themesFolder, name, 'theme.json')))
    .toSorted();

function requireOneOf(field: string, value: string, known: readonly string[]): void {
  if (!known.includes(value))
    throw new OperatorError(`There is no ${field} '${value}'. There are: ${known.join(', ')}.`);
}

function choicesOf(key: string): readonly string[] {
  const definition = settingDefinitions.find((one) => one.key === key);
  return definition?.type === 'choice' ? definition.choices : [];
}
