import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's form, and its REST interface", [3, 6, 9, 10, 11, 12]);
