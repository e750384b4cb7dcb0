import { valuesAt, wireCalls, wireFields } from '@backlot/testing/wire';
import { everyCall } from '@backlot/contracts/http/calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMoneyWorld, type MoneyWorld } from '../../src/testing/money-world.ts';
import { wireExamples } from '../../src/testing/wire/wire-examples.ts';
import { formBody, formType, type Ask } from '../../src/testing/wire/wire-makers.ts';

let world: MoneyWorld;
beforeAll(async () => {
  world = await createMoneyWorld();
  await world.call('PATCH /api/app_settings', {
    as: world.people.luna.admin,
    body: { feed_tags_enable: true, model_name: 'Luna' },
  });
}, 60_000);
afterAll(() => world.close());

const calls = wireCalls();
const fields = wireFields();
/** Answers whose `success` is the number 1 (`successIsOne`). */
const withOne = new Set(['POST /api/blog/reuse-blog', 'POST /api/crypto/purchase-from-wallet']);
const built = calls.filter(({ state }) => state === 'built');
const mounted = new Set(
  everyCall.flatMap((call) => [call.path, ...(call.alsoAt ?? [])].map((path) => `${call.method} ${path}`)),
);

const answers = new Map<string, Promise<{ status: number; body: unknown; ask: Ask }>>();
/** Each documented request is sent once, as a client of the documents does: with no key and nothing of ours. */
function answerOf(call: string): Promise<{ status: number; body: unknown; ask: Ask }> {
  const known = answers.get(call) ?? send(call);
  answers.set(call, known);
  return known;
}
async function send(call: string): Promise<{ status: number; body: unknown; ask: Ask }> {
  const ask = await wireExamples[call]!(world);
  const [method, path] = call.split(' ');
  const { as, form, field } = ask;
  if (form) {
    const { statusCode: status, body } = await world.app.inject({
      method: 'POST',
      url: path!,
      payload: formBody(form, field),
      remoteAddress: '203.0.113.7',
      headers: { host: 'api.luna.test', 'content-type': formType, authorization: `Bearer ${await world.tokenOf(as!)}` },
    });
    return { status, body: JSON.parse(body) as unknown, ask };
  }
  const { status, body } = await world.call(`${method} ${ask.path ?? path}`, {
    ...(as ? { as } : { on: 'luna' }),
    key: null,
    ...(ask.body ? { body: ask.body } : {}),
    ...(ask.query ? { query: ask.query } : {}),
  });
  return { status, body, ask };
}

describe("the documents' calls", () => {
  it('the list says truly which are built and what the others wait for', () => {
    expect(
      calls
        .filter(({ call, state }) => (state === 'built') !== mounted.has(call))
        .map(({ call, state }) => `${call} is ${state}`),
    ).toEqual([]);
    expect(calls.filter(({ state }) => state !== 'built' && !/^needs \w/.test(state))).toEqual([]);
    expect(built.map(({ call }) => call).filter((call) => !(call in wireExamples))).toEqual([]);
  });

  it.each(built.map(({ call }) => call))(
    '%s takes a request in exactly the documented form and answers every documented field',
    async (call) => {
      const { request, answer } = built.find((one) => one.call === call)!;
      const { status, body, ask } = await answerOf(call);
      const missing = request
        .filter(
          ({ name, place }) =>
            !(name in ((place === 'query' ? ask.query : (ask.body ?? { [ask.field ?? '']: ask.form })) ?? {})),
        )
        .map(({ name }) => name);
      expect({ status, missing, body: status === 200 ? null : body }).toEqual({ status: 200, missing: [], body: null });
      expect(answer.filter((path) => valuesAt(body, path).length === 0)).toEqual([]);
      if (withOne.has(call)) expect(body).toMatchObject({ success: 1 });
      else expect(body).toMatchObject({ success: true });
    },
  );
});

describe("the documents' entities", () => {
  const inBuilt = fields.filter(({ call }) => call !== '');
  it.each([...new Set(inBuilt.map(({ entity }) => entity))])(
    '%s has every documented field, or the list says what it waits for',
    async (entity) => {
      const wrong: string[] = [];
      for (const { field, call, at, state } of inBuilt.filter((one) => one.entity === entity)) {
        const { body } = await answerOf(call);
        const owners = valuesAt(body, at);
        if (owners.length === 0) wrong.push(`${call} answers no ${at}`);
        else if ((valuesAt(owners[0], field).length > 0 || isEmptyList(owners[0], field)) !== (state === 'built'))
          wrong.push(`${field} is ${state}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('fields of calls that are not built say what they wait for', () => {
    expect(fields.filter(({ call, state }) => call === '' && !/^needs \w/.test(state))).toEqual([]);
  });
});

/** `media_preview[].url` of a post without a preview: the list is there, and nothing in it. */
function isEmptyList(owner: unknown, field: string): boolean {
  const [list] = field.split('[]');
  return (
    field.includes('[]') && valuesAt(owner, list ?? '').some((value) => Array.isArray(value) && value.length === 0)
  );
}
