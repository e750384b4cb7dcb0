import { Type } from 'typebox';
import { Id, Text, defineCall } from './http/call.ts';
import { librarians, MediaCategory } from './library.ts';

export const listCategories = defineCall({
  method: 'GET',
  path: '/api/media/category',
  access: librarians,
  summary: 'Categories of the library with their numbers of photos and videos, the built-in ones first.',
  data: Type.Array(MediaCategory),
  errors: [],
});

/** The browser checks 30 characters where a name is typed, the call takes 100 (DECISIONS 31). */
const categoryErrors = ['library-category-required', 'library-category-100', 'library-category-exists'] as const;

export const addCategory = defineCall({
  method: 'POST',
  path: '/api/media/category',
  access: librarians,
  summary: 'Add a category to the library.',
  body: Type.Object({ name: Text(1000) }),
  data: MediaCategory,
  errors: categoryErrors,
});

export const updateCategory = defineCall({
  method: 'POST',
  path: '/api/media/category/update',
  access: librarians,
  summary: 'Rename a category.',
  body: Type.Object({ id: Id, name: Text(1000) }),
  data: MediaCategory,
  errors: ['not-found', ...categoryErrors],
});

export const deleteCategory = defineCall({
  method: 'POST',
  path: '/api/media/category/delete',
  access: librarians,
  summary: 'Delete a category. Its files stay in the library.',
  body: Type.Object({ id: Id }),
  errors: ['not-found'],
});
