import { createContext, useContext } from 'react';

export interface FundsAsked {
  /** What is missing, in the wire's amount, rounded up (WAL-25); null where nothing is waiting for it. */
  readonly needed: number | null;
  /** The money came: what is in the wallet now, in the wire's amount. */
  readonly onAdded?: (balance: number) => void;
}

/** The way to put money into the wallet, from wherever it falls short. Null while this site offers none. */
export interface AddingFunds {
  readonly ask: (asked: FundsAsked) => void;
}

const AddingFundsContext = createContext<AddingFunds | null>(null);
export const AddingFundsProvider = AddingFundsContext.Provider;
export const useAddingFunds = (): AddingFunds | null => useContext(AddingFundsContext);
