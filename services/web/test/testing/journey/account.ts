import { Mailbox } from '@backlot/notify';
import type { DemoSite } from '@backlot/testing/demo-site';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visit } from './visit.ts';

export const password = 'A-quiet-river-77';

let made = 0;
/** An email that nobody has yet. */
export const newEmail = (): string => `robin-${process.pid}-${Date.now()}-${(made += 1)}@fan.example`;

/** From the form at /register; ends where the site leads. */
export async function registerOnPage(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Robin Ash');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up', exact: true }).click();
}

export async function logInOnPage(visit: Visit, email: string, secret: string): Promise<void> {
  await visit.open('/login');
  await visit.page.getByLabel('Email', { exact: true }).fill(email);
  await visit.page.getByLabel('Password', { exact: true }).fill(secret);
  await visit.page.getByRole('button', { name: 'Log in', exact: true }).click();
}

/** Path of the newest mail's link to a new password, as soon as the mail is there. */
export async function passwordLink(site: DemoSite, email: string): Promise<string> {
  const box = new Mailbox(join(site.dataDir, 'mailbox'));
  const find = async (): Promise<string> =>
    (await box.list(1000))
      .filter(({ to }) => to === email)
      .flatMap(({ text }) => /\/change-password\/[^\s?]+/.exec(text)?.[0] ?? [])[0] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** Cancels the membership on its page, for the first of the reasons that the site asks for. */
export async function cancelOnPage(page: Page): Promise<void> {
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Cancel Subscription', exact: true }).click();
  await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
}
