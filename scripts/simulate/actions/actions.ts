import type { Action } from './action.ts';
import { buy, join, joinWithCoupon } from './buy.ts';
import { buyTwice } from './buy-twice.ts';
import { cancel, undoCancel } from './cancel.ts';
import { answerBank } from './challenge.ts';
import { seeToItems } from './console.ts';
import { deliverOne } from './deliver.ts';
import { cancelAtProvider, leaveForm, payForm } from './form.ts';
import { chargeback, refund, refundOutside, voidOutside } from './refund.ts';
import { renewBeside } from './beside.ts';
import { changeAccount, migrate } from './move.ts';
import { endPromotion, offerReturn, promote } from './promote.ts';
import { give, revoke } from './gift.ts';
import { comeBack, joinFromWallet } from './return.ts';
import { buyFromWallet, refundToWallet, sendMore, topUp } from './wallet.ts';
import { time, runDueJob } from './time.ts';
import { withdraw } from './withdraw.ts';

export const actions: readonly Action[] = [
  join,
  buy,
  buyTwice,
  joinWithCoupon,
  joinFromWallet,
  answerBank,
  promote,
  endPromotion,
  offerReturn,
  comeBack,
  give,
  revoke,
  sendMore,
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
  withdraw,
  refund,
  refundOutside,
  voidOutside,
  chargeback,
  seeToItems,
  deliverOne,
  runDueJob,
  time,
];
