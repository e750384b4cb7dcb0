export type { Capability, RouteRule, RouteSettings } from './routes/access.ts';
export { askedAddress, askedParameter, loginFor } from './routes/asked-address.ts';
export { guard, refusalOf, type GuardResult } from './routes/guard.ts';
export { matchRoute, routeTable, type RouteMatch } from './routes/match.ts';
export {
  isMaintenanceShown,
  isOpenWhileClosed,
  postForgotTarget,
  postLoginTarget,
  postLogoutTarget,
  postRegisterTarget,
  postResetTarget,
  resetRefusedTarget,
  type PaymentMode,
  type Target,
} from './routes/targets.ts';
