import type { Bus } from './bus.ts';

export interface MemoryBus extends Bus {
  /** Tells every subscriber that messages may have been lost. */
  tellReturn(): void;
}

interface Subscriber {
  readonly onMessage: (message: string) => void;
  readonly onReturn: (() => void) | undefined;
}

/**
 * The bus of one process; those between processes deliver through it.
 * @param onError what a subscriber threw; the others hear the message all the same
 */
export function openMemoryBus(onError: (error: unknown) => void): MemoryBus {
  const channels = new Map<string, Set<Subscriber>>();
  const guarded = (tell: () => void): void => {
    try {
      tell();
    } catch (error) {
      onError(error);
    }
  };
  return {
    publish(channel, message) {
      for (const { onMessage } of [...(channels.get(channel) ?? [])]) guarded(() => onMessage(message));
    },
    subscribe(channel, onMessage, onReturn) {
      const subscriber: Subscriber = { onMessage, onReturn };
      const subscribers = channels.get(channel) ?? new Set();
      channels.set(channel, subscribers.add(subscriber));
      return () => {
        subscribers.delete(subscriber);
        if (subscribers.size === 0 && channels.get(channel) === subscribers) channels.delete(channel);
      };
    },
    tellReturn() {
      for (const { onReturn } of [...channels.values()].flatMap((subscribers) => [...subscribers]))
        guarded(() => onReturn?.());
    },
    state: () => ({ over: 'memory', isConnected: true }),
    close: async () => channels.clear(),
  };
}
