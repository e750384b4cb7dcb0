import { toString as drawSvg } from 'qrcode';

/** A picture of an address, drawn here: one that another host draws tells that host who pays whom. */
export const drawQr = async (text: string): Promise<string> =>
  text === ''
    ? ''
    : `data:image/svg+xml;base64,${Buffer.from(await drawSvg(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })).toString('base64')}`;
