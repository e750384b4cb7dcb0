import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's REST interface", { seeds: [3, 6], isOnRest: true });
