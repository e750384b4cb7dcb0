import { Absent } from '../../components/site/states.tsx';

/** /404, where other clients send people. */
export const Page = Absent;
