import type { CommentView } from '@backlot/contracts/comments';
import { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@backlot/contracts/bootstrap';
import type { PostView } from '@backlot/contracts/posts';
import { describe, expect, it, vi } from 'vitest';
import { commentsKey, editComments } from '../../src/features/comments/comments-query.ts';
import { bootstrapOf, person } from '../testing/fixture.ts';
import { post, postQuery } from '../testing/post-fixture.ts';

vi.mock('../../src/client-manifest.ts', () => ({ manifest: {}, styles: {} }));
const { render } = await import('../../src/entry-server.tsx');

const site = 'abcdefghijkl';
const one = post({ total_comments: 2 });
let made = 0;
const comment = (over: Partial<CommentView> = {}): CommentView => ({
  _id: `01900000-0000-7000-9000-${String((made += 1)).padStart(12, '0')}`,
  blog_id: one._id,
  comment: 'Is that a mult?',
  date: '2026-11-20T10:00:00.000Z',
  user: { _id: null, name: 'Rui M.', avatarUrl: null, isAdmin: false },
  is_mine: false,
  is_hidden: false,
  can_remove: false,
  can_hide: false,
  is_user_blocked: null,
  ...over,
});
type Refusal = 'closed' | 'login' | 'membership' | 'unlock' | 'audience' | 'blocked' | null;
const pageOf = (comments: readonly CommentView[], refusal: Refusal = null, total: number | null = comments.length) => ({
  comments: [...comments],
  total_comments: total,
  currentPage: 1,
  totalPages: 1,
  next: null,
  can_comment: refusal === null,
  refusal,
  max_length: 1000,
});
const dataOf = (page: ReturnType<typeof pageOf>) => ({ pages: [page], pageParams: [null] });
const member = person({ ccbillSubscriptionStatus: '2' });

interface Shown {
  readonly refusal?: Refusal;
  readonly total?: number | null;
  readonly viewer?: ReturnType<typeof person> | null;
  readonly on?: boolean;
  readonly shown?: PostView;
}
async function page(
  comments: readonly CommentView[],
  { refusal = null, total = comments.length, viewer = member, on = true, shown = one }: Shown = {},
): Promise<string> {
  const queries = [
    postQuery(shown),
    {
      key: [...commentsKey(site, shown._id), shown.state === 'unlocked'],
      data: dataOf(pageOf(comments, refusal, total)),
    },
  ];
  return (
    await render(
      bootstrapOf({ path: `/feed/${shown._id}`, viewer, settings: { is_feed_comment_enabled: on }, queries }),
    )
  ).html;
}

describe('comments under a post', () => {
  it('POST-006 are read and written by those who may', async () => {
    const html = await page([
      comment(),
      comment({ comment: 'Mult.', user: { _id: null, name: 'Noor', avatarUrl: null, isAdmin: true } }),
    ]);
    expect(html).toMatch(/Comments<span class="figures">2<\/span>/);
    expect(html).toMatch(/Rui M\..*Is that a mult\?.*Noor.*Creator.*Mult\./);
    expect(html).toMatch(/<textarea[^>]*placeholder="Write a comment"/);
  });

  it('say that nobody has said anything, and are absent where the site has none', async () => {
    expect(await page([])).toContain('No comments yet.');
    expect(await page([comment()], { on: false })).not.toContain('id="comments"');
    expect(await page([], { refusal: 'closed' })).not.toContain('id="comments"');
  });

  it.each([
    ['ROLE-82 guests to the login', 'login', null, 'Log in to comment.', 'href="/login"'],
    [
      'ROLE-83 people without a membership to one',
      'audience',
      person(),
      'Comments are for members.',
      'href="/membership"',
    ],
    ['people who have not bought the post to it', 'unlock', member, 'Unlock this post to comment on it.', ''],
    ['people who were blocked nowhere', 'blocked', member, 'You can no longer comment here.', ''],
    ['nobody once they are closed', 'closed', member, 'Comments are closed.', ''],
  ] as const)('lead %s', async (_, refusal, viewer, words, link) => {
    const html = await page([comment()], { refusal, viewer });
    const section = /<section class="comments".*?<\/section>/.exec(html)?.[0] ?? '';
    expect(section).toContain(words);
    expect(section).toContain(link);
    expect(section).not.toContain('<textarea');
  });

  it('keep to themselves how many there are where that is not told', async () => {
    expect(await page([], { refusal: 'unlock', total: null })).toMatch(/id="comments-heading">Comments<\/h2>/);
  });

  it('have a menu only for those who may do something', async () => {
    expect(await page([comment()])).not.toContain('What to do with the comment');
    expect(await page([comment({ can_remove: true, is_mine: true })])).toContain('Actions for Rui M.’s comment');
    const staff = comment({
      can_remove: true,
      can_hide: true,
      is_hidden: true,
      is_user_blocked: false,
      user: { _id: '01900000-0000-7000-8000-000000000009', name: 'Rui M.', avatarUrl: null, isAdmin: false },
    });
    expect(await page([staff], { viewer: person({ role: 'model', isAdmin: true }) })).toMatch(
      /What to do with the comment.*|Hidden/,
    );
  });
});

describe('the list on screen', () => {
  it('changes with its number, wherever the post is shown', () => {
    const queries = new QueryClient();
    const key = [...commentsKey(site, one._id), true];
    const [first, second] = [comment(), comment()];
    queries.setQueryData(key, dataOf(pageOf([first])));
    queries.setQueryData(queryKeys.post(site, one._id), one);
    editComments(
      queries,
      site,
      one._id,
      (comments, isFirstPage) => (isFirstPage ? [second, ...comments] : comments),
      3,
    );
    const data = queries.getQueryData<ReturnType<typeof dataOf>>(key);
    expect(data?.pages[0]?.comments.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(data?.pages[0]?.total_comments).toBe(3);
    expect(queries.getQueryData<PostView>(queryKeys.post(site, one._id))?.total_comments).toBe(3);
  });

  it('tells nobody a number that they are not told', () => {
    const queries = new QueryClient();
    queries.setQueryData(queryKeys.post(site, one._id), { ...one, total_comments: null });
    editComments(queries, site, one._id, (comments) => comments, 3);
    expect(queries.getQueryData<PostView>(queryKeys.post(site, one._id))?.total_comments).toBeNull();
  });
});
