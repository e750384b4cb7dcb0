import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's form", [1, 2, 4, 5, 7, 8]);
