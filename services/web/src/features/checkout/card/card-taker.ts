import type { AnotherWay } from '@backlot/contracts/another-way';
import type { CardTaking } from '@backlot/contracts/cards';
import { createContext, useContext } from 'react';
import { useCardTaking } from '../../../entities/purchase/card-entry.ts';

/** The provider that a form's card is typed for, where it is not the site's first choice. */
export const CardTaker = createContext<Pick<AnotherWay, 'entry' | 'keeps_cards' | 'src' | 'origin'> | null>(null);

/** What becomes of the card that is typed in this form; undefined until that is known. */
export function useTakingHere(): CardTaking | undefined {
  const ofSite = useCardTaking();
  return useContext(CardTaker) ?? ofSite;
}
