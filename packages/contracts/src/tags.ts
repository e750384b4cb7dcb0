import { Type, type Static } from 'typebox';
import { defineCall, everyone, Id, only, Text } from './http/call.ts';

export const TagView = Type.Object({
  _id: Id,
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  /** Published posts that carry it, at most a thousand. */
  count: Type.Integer(),
});
export type TagView = Static<typeof TagView>;

const creators = only('admin', 'model', 'sub_admin', 'content_manager');

export const listTags = defineCall({
  method: 'POST',
  path: '/api/feed-tags/',
  access: everyone,
  summary:
    "The feed's tags with their numbers of published posts; for others than makers of posts those that have any.",
  body: Type.Optional(Type.Object({})),
  data: Type.Array(TagView),
  errors: ['age-confirmation-required'],
});

export const saveTag = defineCall({
  method: 'POST',
  path: '/api/feed-tags/add-or-update',
  access: creators,
  summary: 'Make a tag, or with an id give it another name. With `blogId` a new tag is put on that post too.',
  body: Type.Object({ _id: Type.Optional(Id), id: Type.Optional(Id), name: Text(200), blogId: Type.Optional(Id) }),
  data: TagView,
  errors: ['tag-blank', 'tag-too-long', 'tag-exists', 'not-found'],
});

export const deleteTag = defineCall({
  method: 'DELETE',
  path: '/api/feed-tags/delete/:id',
  access: creators,
  summary: 'Delete a tag. Its posts stay, without it.',
  params: Type.Object({ id: Id }),
  errors: ['not-found'],
});

export const toggleTag = defineCall({
  method: 'POST',
  path: '/api/feed-tags/add-or-remove-tag',
  access: creators,
  summary: 'Put a tag on a post or take it off; without `is_selected` the other of what it is.',
  body: Type.Object({ blogId: Id, id: Id, is_selected: Type.Optional(Type.Boolean()) }),
  /** `feed_tags`: all tags of the post afterwards. */
  data: Type.Object({
    blogId: Id,
    is_selected: Type.Boolean(),
    feed_tags: Type.Array(Type.Object({ id: Id, slug: Type.String(), name: Type.String() })),
  }),
  errors: ['not-found'],
});
