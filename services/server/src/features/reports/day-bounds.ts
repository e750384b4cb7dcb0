import { DomainError } from '@backlot/contracts';
import { endOfDay, startOfDay } from '@backlot/domain/formats/dates';

/** A day of the site's calendar (`to`: with the whole day) or an instant. @throws `invalid-request` for what is neither */
export function instantOf(text: string, timeZone: string, end: 'from' | 'to'): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const given = new Date(text);
  if (Number.isNaN(given.getTime()) || given.getTime() < 0 || given.getUTCFullYear() > 9000)
    throw new DomainError('invalid-request', {}, { fields: [{ field: end, code: 'date' }] });
  if (!isDay) return given;
  const start = startOfDay(text, timeZone);
  return end === 'from' ? start : endOfDay(start, timeZone);
}
