/** As `Promise.all`, but when one fails the others have ended too: nobody writes any more, and the folder of the job may go. */
export async function allEnded<const T extends readonly Promise<unknown>[]>(works: T): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  await Promise.allSettled(works);
  return Promise.all(works);
}
