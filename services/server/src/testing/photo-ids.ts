import type { TestPerson } from './people.ts';
import { formBody, formType } from './wire/wire-makers.ts';
import type { World } from './world.ts';

/** Sends a form with one file, as the documents' client does. */
export async function sendPhotoId(world: World, as: TestPerson, file: Buffer | null) {
  const { statusCode: status, body } = await world.app.inject({
    method: 'POST',
    url: '/api/users/upload_photo_id',
    payload: formBody(file === null ? [] : [file], 'photoId'),
    remoteAddress: '203.0.113.7',
    headers: {
      host: `api.${as.tenant.hosts[0]}`,
      'content-type': formType,
      authorization: `Bearer ${await world.tokenOf(as)}`,
    },
  });
  return { status, body: JSON.parse(body) as any };
}
