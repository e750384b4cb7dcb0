import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's REST interface", [3, 6]);
