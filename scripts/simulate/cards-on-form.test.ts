import { slicesKeptRight } from './slices-kept-right.ts';

slicesKeptRight("CCBill's form", [1, 4]);
