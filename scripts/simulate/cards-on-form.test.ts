import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's form or the other provider's field", { seeds: [1, 4], isOnRest: false });
