export * from './call.ts';
export * from './errors.ts';
export { errorCatalogue, type ErrorCode } from './error-codes.ts';
