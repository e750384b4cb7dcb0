import type { TestPerson } from './people.ts';
import type { World } from './world.ts';

/** What was told to a person's open pages, in its order; of one event where it is named. */
export function eventsTo(
  world: World,
  person: TestPerson,
  event?: string,
): Promise<Array<{ event: string; data: any }>> {
  return world.database.shared.read((db) =>
    db('outbox')
      .where({ tenant_id: person.tenant.id, recipient: `user:${person.id}`, ...(event ? { event } : {}) })
      .orderBy('id')
      .select('event', 'data'),
  );
}
