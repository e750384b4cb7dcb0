import { randomUUID } from 'node:crypto';
import type { Bus, BusState } from './bus.ts';
import { openMemoryBus } from './memory-bus.ts';

/** Carries texts between processes, in order; what it can't carry is lost. */
export interface BusLine {
  send(text: string): void;
  isConnected(): boolean;
  close(): Promise<void>;
}

export type OpenLine = (heard: (text: string) => void, onReturn: () => void) => Promise<BusLine>;

/** A bus over a line that every process hears, itself included. */
export async function openBusOverLine(
  over: BusState['over'],
  open: OpenLine,
  onError: (error: unknown) => void,
): Promise<Bus> {
  const here = openMemoryBus(onError);
  const self = randomUUID();
  const heard = (text: string): void => {
    const [from, channel, ...message] = text.split('\n');
    // This process has heard its own at once.
    if (channel !== undefined && from !== self) here.publish(channel, message.join('\n'));
  };
  const line = await open(heard, () => here.tellReturn());
  return {
    publish(channel, message) {
      here.publish(channel, message);
      line.send(`${self}\n${channel}\n${message}`);
    },
    subscribe: (channel, onMessage, onReturn) => here.subscribe(channel, onMessage, onReturn),
    state: () => ({ over, isConnected: line.isConnected() }),
    async close() {
      await here.close();
      await line.close();
    },
  };
}
