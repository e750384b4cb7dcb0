import type { Action } from './action.ts';
import { buy, buyTwice, join, joinWithCoupon } from './buy.ts';
import { cancel, undoCancel } from './cancel.ts';
import { seeToItems } from './console.ts';
import { deliverOne } from './deliver.ts';
import { cancelAtProvider, leaveForm, payForm } from './form.ts';
import { chargeback, refund, refundOutside, voidOutside } from './refund.ts';
import { changeAccount, migrate, renewBeside } from './move.ts';
import { buyFromWallet, refundToWallet, topUp } from './wallet.ts';
import { time, runDueJob } from './time.ts';

export const actions: readonly Action[] = [
  join,
  buy,
  buyTwice,
  joinWithCoupon,
  payForm,
  leaveForm,
  cancelAtProvider,
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
  seeToItems,
  deliverOne,
  runDueJob,
  time,
];
