export * from './http/call.ts';
export * from './http/errors.ts';
export { errorCatalogue, type ErrorCode } from './http/error-codes.ts';
