import type { Action } from './action.ts';
import { buy, buyTwice, join } from './buy.ts';
import { cancel, undoCancel } from './cancel.ts';
import { carryOne } from './carry.ts';
import { chargeback, refund, refundOutside, voidOutside } from './give-back.ts';
import { time, workOff } from './time.ts';

export const actions: readonly Action[] = [
  join,
  buy,
  buyTwice,
  cancel,
  undoCancel,
  refund,
  refundOutside,
  voidOutside,
  chargeback,
  carryOne,
  workOff,
  time,
];
