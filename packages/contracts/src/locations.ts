import { Type } from 'typebox';
import { defineCall, everyone, Nullable, Text } from './http/call.ts';

export const countries = defineCall({
  method: 'GET',
  path: '/api/users/get_all_countries',
  access: everyone,
  summary: 'Countries for the card form.',
  data: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), iso2: Type.String() })),
  errors: [],
  open: ['age-gate'],
});

export const countryFromIp = defineCall({
  method: 'GET',
  path: '/api/ccbill/get-country-from-ip',
  access: everyone,
  summary: 'The country that the caller’s address is in, which the card form begins with; null where nobody knows.',
  data: Type.Object({ country: Nullable(Type.String()) }),
  errors: [],
});

export const statesOfCountry = defineCall({
  method: 'POST',
  path: '/api/users/get_states_of_country',
  access: everyone,
  summary: 'States or provinces of a country.',
  body: Type.Object({ countryId: Text(2, 2) }),
  data: Type.Array(Type.Object({ _id: Type.String(), name: Type.String(), state_code: Type.String() })),
  errors: ['invalid-request'],
  open: ['age-gate'],
});

export const citiesOfState = defineCall({
  method: 'POST',
  path: '/api/users/get_cities_of_state',
  access: everyone,
  summary: 'Known cities of a state; none are known, so any may be typed.',
  body: Type.Object({ stateId: Text(10), countryId: Text(2, 2) }),
  data: Type.Array(Type.Object({ name: Type.String() })),
  errors: ['invalid-request'],
  open: ['age-gate'],
});
