/** No site is older, and a field names years such as 0002 while one is typed. */
export const earliestDay = '2000-01-01';

/** Whether a text, which an address or a field may make anything of, is a day that a range can begin or end with. */
export const isRangeDay = (text: string | null): text is string =>
  text !== null && /^2\d{3}-\d\d-\d\d$/.test(text) && isOnCalendar(text);

const isOnCalendar = (day: string): boolean => {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return !Number.isNaN(noon) && new Date(noon).toISOString().startsWith(day);
};
