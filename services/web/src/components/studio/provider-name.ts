/** As they call themselves, in every language. */
const providerNames: Readonly<Record<string, string>> = {
  sandbox: 'Sandbox',
  sticky_io: 'sticky.io',
  ccbill: 'CCBill',
  forumpay: 'ForumPay',
};

export const providerName = (provider: string): string => providerNames[provider] ?? provider;
