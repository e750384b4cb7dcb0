export * from './money/money.ts';
export * from './people/roles.ts';
export * from './formats/when.ts';
