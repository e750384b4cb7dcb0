import { describe, expect, it } from 'vitest';
import { configFrom } from '../../src/config.ts';

const keys = { S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

describe('where media lie, and other addresses', () => {
  it('is the data folder unless a bucket is named', () => {
    expect(configFrom({}).s3).toBeNull();
    // As a compose file passes on what nobody set.
    expect(configFrom({ S3_BUCKET: '', S3_ENDPOINT: '', S3_REGION: '' }).s3).toBeNull();
  });
  it('is AWS unless an endpoint is named, which is then asked by path', () => {
    expect(configFrom({ ...keys, S3_ENDPOINT: '', S3_REGION: '', S3_PATH_STYLE: '' }).s3).toEqual({
      bucket: 'films',
      region: 'us-east-1',
      endpoint: null,
      publicEndpoint: null,
      pathStyle: false,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    expect(configFrom({ ...keys, S3_ENDPOINT: 'https://s3.example' }).s3).toMatchObject({
      endpoint: 'https://s3.example',
      pathStyle: true,
    });
    expect(configFrom({ ...keys, S3_ENDPOINT: 'https://s3.example', S3_PATH_STYLE: 'off' }).s3).toMatchObject({
      pathStyle: false,
    });
  });
  it('is an address without the slash at its end, as all addresses', () => {
    expect(configFrom({ WEBHOOK_BASE: 'https://hooks.example.com/' }).webhookBase).toBe('https://hooks.example.com');
    const CARD_FIELD_ORIGINS = 'https://cards.example/, https://Pay.Example:8443';
    expect(configFrom({ CARD_FIELD_ORIGINS }).cardFieldOrigins).toEqual([
      'https://cards.example',
      'https://pay.example:8443',
    ]);
    expect(configFrom({}).cardFieldOrigins).toEqual([]);
    expect(configFrom({ RECAPTCHA_URL: '' }).recaptchaUrl).toBe('https://www.google.com/recaptcha');
  });
  it.each([
    [{ ...keys, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is needed with S3_BUCKET.'],
    [
      { ...keys, S3_ENDPOINT: 's3.example' },
      'S3_ENDPOINT must be an http or https address such as https://example.com.',
    ],
    [
      { ...keys, S3_PUBLIC_ENDPOINT: 'file:///etc' },
      'S3_PUBLIC_ENDPOINT must be an http or https address such as https://example.com.',
    ],
    [{ ...keys, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE must be on or off.'],
    [
      { WEBHOOK_BASE: 'hooks.example.com' },
      'WEBHOOK_BASE must be an http or https address such as https://example.com.',
    ],
    [{ RECAPTCHA_URL: 'foo' }, 'RECAPTCHA_URL must be an http or https address such as https://example.com.'],
    [{ SESSION_HOURS: '1e10' }, "SESSION_HOURS must be 1000000 at most, not '1e10'."],
  ])('is said in whole: %j', (env, sentence) => {
    expect(() => configFrom(env)).toThrow(sentence);
  });
  it.each(['http://cards.example', 'https://cards.example/field', 'cards.example', 'https://u@cards.example'])(
    'takes cards on no page at %s',
    (wrong) => {
      expect(() => configFrom({ CARD_FIELD_ORIGINS: `https://pay.example, ${wrong}` })).toThrow(
        `CARD_FIELD_ORIGINS must be https addresses without a path, with commas (https://cards.example.com), not '${wrong}'.`,
      );
    },
  );
});
