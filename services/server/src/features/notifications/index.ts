export { addNotice, markRead, unreadCountsOf, type NoticeKind, type UnreadCounts } from './notices.ts';
