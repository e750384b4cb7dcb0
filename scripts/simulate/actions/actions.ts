import type { Action } from './action.ts';
import { buy, buyTwice, join, joinWithCoupon } from './buy.ts';
import { cancel, undoCancel } from './cancel.ts';
import { carryOne } from './carry.ts';
import { chargeback, refund, refundOutside, voidOutside } from './give-back.ts';
import { changeAccount, migrate, renewBeside } from './move.ts';
import { buyFromWallet, refundToWallet, topUp } from './wallet.ts';
import { time, workOff } from './time.ts';

export const actions: readonly Action[] = [
  join,
  buy,
  buyTwice,
  joinWithCoupon,
  topUp,
  buyFromWallet,
  refundToWallet,
  changeAccount,
  migrate,
  renewBeside,
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
