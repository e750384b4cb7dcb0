/** How long after its answer the socket's word of the same purchase may still come. */
const echoMs = 4000;

let running = 0;
let quietUntil = 0;

/** A purchase whose outcome the screen itself shows: what the socket says of it is not told once more. */
export function beginPurchase(): void {
  running += 1;
}

/** `isSettled`: its outcome is on the screen; otherwise it goes on in the background, and its end will be told. */
export function endPurchase(isSettled: boolean): void {
  running -= 1;
  if (isSettled) quietUntil = Date.now() + echoMs;
}

export const isPurchaseInFront = (): boolean => running > 0 || Date.now() < quietUntil;
