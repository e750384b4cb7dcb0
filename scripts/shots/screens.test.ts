import { fanRoutes } from '../../services/web/src/app/fan-features.ts';
import { studioRoutes } from '../../services/web/src/app/studio-features.ts';
import { expect, it } from 'vitest';
import { screens } from './screens.ts';
import { states, staffRoles } from './states.ts';

/** Whether an address is one of a route such as `/feed/:blog_id/:from?`. */
function isOf(path: string, route: string): boolean {
  const [given, wanted] = [path, route].map((one) => one.split('/').filter(Boolean)) as [string[], string[]];
  return (
    given.length <= wanted.length &&
    wanted.every((part, at) =>
      part.startsWith(':') ? given[at] !== undefined || part.endsWith('?') : part === given[at],
    )
  );
}

it('pictures are taken of every screen there is, and of what each staff role sees', () => {
  const paths = [...screens, ...states].map(({ path }) => path.split('?')[0] ?? '');
  // One screen, whatever its section; a fan's purchases as staff see them are those of the fan.
  const alike = /^\/admin\/settings\/|^\/purchased-contents\/:id$|^\/(?:404|service-stopped)$/;
  const unseen = [...fanRoutes, ...studioRoutes]
    .map(({ path }) => path)
    .filter((route) => !alike.test(route) && !paths.some((path) => isOf(path, route)));
  expect(unseen).toEqual([]);
  for (const role of staffRoles) expect(states.some(({ viewer }) => viewer === role)).toBe(true);
});

it('pictures are taken of what a site or a person comes to at times', () => {
  const gates = [
    'age-gate',
    'maintenance',
    'service-stopped',
    'blocked-area',
    'install-card',
    'consent',
    'announcement',
    'popup',
    'offline',
    'login-wrong',
  ];
  const payments = ['subscribe-missing', 'subscribe-declined', 'subscribe-pending', 'subscribe-done', 'renewal-failed'];
  const outcomes = [...payments, 'unlock', 'unlock-done', 'cancel-done', 'upload-pill', 'upload-tray'];
  const names = states.map(({ name }) => name);
  expect([...gates, ...outcomes].filter((name) => !names.includes(name))).toEqual([]);
});
