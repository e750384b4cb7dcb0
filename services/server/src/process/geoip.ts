import type { GeoLocation } from '@backlot/domain/sites/areas';
import { Reader, type CityResponse } from 'maxmind';
import { readFile } from 'node:fs/promises';
import { OperatorError } from './operator-error.ts';

/** Tells where an address is. Null: nobody knows, or this deployment has no file. */
export interface Geoip {
  readonly isAvailable: boolean;
  placeOf(address: string): GeoLocation | null;
}

const unavailable: Geoip = { isAvailable: false, placeOf: () => null };

/**
 * Reads the GeoIP file that the operator names: a MaxMind DB with countries (GeoLite2 Country) or cities and regions
 * (GeoLite2 City), or one in their format. It is read once, at the start.
 * @throws an OperatorError when the file is not there or is no such file
 */
export async function openGeoip(path: string | null): Promise<Geoip> {
  if (path === null) return unavailable;
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(
      `GEOIP_FILE: ${path} cannot be read (${error.code ?? error.message}). Name a MaxMind database such as GeoLite2-City.mmdb, or leave the variable out.`,
    );
  });
  const reader = readerOf(path, bytes);
  return {
    isAvailable: true,
    placeOf(address) {
      const found = lookUp(reader, address);
      const country = found?.country?.iso_code ?? found?.registered_country?.iso_code;
      if (!country) return null;
      const region = found?.subdivisions?.[0]?.iso_code;
      return { country, region: region ? `${country}-${region}` : null };
    },
  };
}

function readerOf(path: string, bytes: Buffer): Reader<CityResponse> {
  const wrong = (): OperatorError =>
    new OperatorError(
      `GEOIP_FILE: ${path} is no GeoIP database of countries or cities. Download it again, or leave the variable out.`,
    );
  let reader: Reader<CityResponse>;
  try {
    reader = new Reader<CityResponse>(bytes);
    // A file that was cut off opens, and fails at the first look.
    reader.get('192.0.2.1');
  } catch {
    throw wrong();
  }
  if (!/country|city|enterprise/i.test(reader.metadata.databaseType)) throw wrong();
  return reader;
}

/** Addresses of this machine and of private networks, and what is no address, are nowhere. */
function lookUp(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address);
  } catch {
    return null;
  }
}
