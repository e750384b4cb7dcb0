export * from './money.ts';
export * from './roles.ts';
export * from './when.ts';
