import { Type } from 'typebox';
import { defineCall, OneOf, only, Text } from './http/call.ts';
import { updateSettings } from './sites.ts';

/** What staff fill in at `ccbill_settings`; every one of them is a secret. */
export const ccbillFields = [
  'account_number',
  'sub_account',
  'form_name',
  'salt',
  'client_id',
  'client_secret',
  'data_link_user',
  'data_link_password',
] as const;

const CcbillValues = Type.Object(
  Object.fromEntries(ccbillFields.map((name) => [name, Type.Optional(Text(400))])) as Record<
    (typeof ccbillFields)[number],
    ReturnType<typeof Type.Optional<ReturnType<typeof Text>>>
  >,
);

const CcbillSettings = Type.Object({
  enable_ccbill_rest_api: Type.Boolean(),
  /** Every field without its value: a secret is never sent back. */
  ccbill_settings: CcbillValues,
  /** The fields that have a value. */
  filled_in: Type.Array(OneOf(ccbillFields)),
});

const read = defineCall({
  method: 'GET',
  path: '/api/ccbill-settings',
  access: only('admin'),
  summary: 'Read which of the CCBill settings are filled in. Their values are secret and come empty.',
  data: CcbillSettings,
  errors: [],
});

const save = defineCall({
  method: 'POST',
  path: '/api/ccbill-settings',
  access: only('admin'),
  summary:
    'Save some or all of the CCBill settings and no others. A field that comes empty, as it is read, stays as it is.',
  body: Type.Object({
    enable_ccbill_rest_api: Type.Optional(Type.Boolean()),
    ccbill_settings: Type.Optional(CcbillValues),
  }),
  data: CcbillSettings,
  fields: updateSettings.fields,
  errors: updateSettings.errors,
});

export const readCcbillSettings = read;
export const saveCcbillSettings = save;
/** The same by the documents' other names. */
export const readCcbillAppSettings = defineCall({ ...read, path: '/api/app_settings/get_ccbill_settings' });
export const saveCcbillAppSettings = defineCall({ ...save, path: '/api/app_settings/save_ccbill_settings' });
