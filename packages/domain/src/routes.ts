export type { RouteRule, RouteSettings } from './routes/access.ts';
export { guard, type GuardResult } from './routes/guard.ts';
export { matchRoute, routeTable, type RouteMatch } from './routes/match.ts';
export {
  isAgeGateShown, isMaintenanceShown, leaveProxyTarget, lockedPostTarget, postForgotTarget, postLoginTarget,
  postLogoutTarget, postRegisterTarget, postResetTarget, type PaymentMode, type Target,
} from './routes/targets.ts';
