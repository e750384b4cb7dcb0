/** Days after a payment in which a bank may take it back: card schemes give most reasons 120. */
const disputeDays = 120;

/** Days of history that Compelling Evidence 3.0 looks back on, from the dispute (C12). */
export const historyDays = 365;

/** For how many days that is kept which is evidence about a payment: none before it helps any dispute that may come. */
export const evidenceDays = historyDays + disputeDays;
