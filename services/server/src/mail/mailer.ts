import type { Mail } from '@backlot/notify';

/** Sends one mail or throws; callers are jobs, which try again. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
