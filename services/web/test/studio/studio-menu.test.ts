import { Search } from 'lucide-react';
import { describe, expect, it, vi } from 'vitest';
import { openEntry } from '../../src/features/studio/frame/open-entry.ts';
import { commandKeys, keyCaps, openCommands, type StudioCommand } from '../../src/lib/commands.ts';

describe('the commands that features declare', () => {
  const ran: string[] = [];
  const command = (id: string, rest: Partial<StudioCommand> = {}): StudioCommand => ({
    id,
    text: 'nav-posts',
    icon: Search,
    run: ({ go }) => {
      ran.push(id);
      go(`/${id}`);
    },
    ...rest,
  });
  const commands = [
    command('fire', { key: 'f' }),
    command('sell', { key: 's', screen: '/admin/shop' }),
    command('rest'),
  ];
  const entry = { to: '/admin/kilns', text: 'nav-posts', icon: Search, go: 'k' } as const;
  const menu = { all: [entry], has: (to: string) => to === entry.to };

  it('are bound to their keys, beside G and the letter of a page, for those who may open their screens', () => {
    const went: string[] = [];
    const nothing = (): void => {};
    const tools = { go: (to: string) => went.push(to), openPalette: nothing, openKeys: nothing, logOut: nothing };
    const keys = commandKeys(commands, menu, tools);
    expect(Object.keys(keys)).toEqual(['f', 'g k']);
    for (const press of Object.values(keys)) press(new Event('keydown') as KeyboardEvent);
    expect([ran, went]).toEqual([['fire'], ['/fire', '/admin/kilns']]);
    expect(openCommands(commands, menu).map(({ id }) => id)).toEqual(['fire', 'rest']);
  });

  it('are written as the keyboard writes them', () => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect([keyCaps('mod+k'), keyCaps('g h'), keyCaps('?')]).toEqual([['⌘', 'K'], ['G', 'H'], ['?']]);
    vi.stubGlobal('navigator', { platform: 'Linux x86_64' });
    expect(keyCaps('mod+enter')).toEqual(['Ctrl', '↵']);
    vi.unstubAllGlobals();
  });
});

describe('the menu of the creator area', () => {
  const posts = {
    to: '/admin/posts',
    pages: [{ to: '/admin/posts?state=scheduled', text: 'post-state-scheduled' }],
  } as const;

  it.each([
    ['/admin/posts', '', true, null],
    ['/admin/posts', '?state=scheduled&page=2', true, '/admin/posts?state=scheduled'],
    ['/admin/posts', '?state=error', true, null],
    ['/admin/posts/1/edit', '', true, null],
    ['/admin/posts-of-others', '', false, null],
  ])('at %s%s opens an entry and its sub-page', (path, search, isOpen, page) => {
    expect(openEntry(posts, path, search)).toEqual({ isOpen, page });
  });

  it('has an entry open on the pages of its rows, whose addresses do not lie under its own', () => {
    const rowsAt = { to: '/admin/promotions', rowsAt: '/admin/promotion-subscribe-users' };
    expect(openEntry(rowsAt, '/admin/promotion-subscribe-users/7', '').isOpen).toBe(true);
    expect(openEntry(rowsAt, '/admin/promotion-subscribe-users-of/7', '').isOpen).toBe(false);
    expect(openEntry(rowsAt, '/admin/coupons', '').isOpen).toBe(false);
  });

  it('has home open on its own page alone', () => {
    expect(openEntry({ to: '/admin' }, '/admin/posts', '').isOpen).toBe(false);
    expect(openEntry({ to: '/admin' }, '/admin', '').isOpen).toBe(true);
  });
});
