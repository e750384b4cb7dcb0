import type { RedisConnection } from '@backlot/realtime/redis';
import type { AddedTries, TriesStore } from './tries.ts';

/** As `addToLevels` in the database. Numbers go back as text: Redis would cut their fractions, and they may be large. */
const ADD = `
local now, highest, answers = tonumber(ARGV[1]), tonumber(ARGV[2]), {}
for i, key in ipairs(KEYS) do
  local times, leak = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  local full = math.max(tonumber(redis.call('GET', key) or '0'), now)
  local after = math.max(full, math.min(full + times * leak, now + highest * leak))
  redis.call('SET', key, string.format('%.0f', after), 'PX', string.format('%.0f', math.max(1, after - now)))
  answers[2 * i - 1], answers[2 * i] = string.format('%.0f', after), string.format('%.0f', after - full)
end
return answers`;

const TAKE_BACK = `
for i, key in ipairs(KEYS) do
  local known = redis.call('GET', key)
  if known then redis.call('SET', key, string.format('%.0f', tonumber(known) - tonumber(ARGV[i])), 'KEEPTTL') end
end
return 1`;

const COUNT = `
local answers = {}
for i, key in ipairs(KEYS) do
  answers[2 * i - 1] = redis.call('INCRBY', key, ARGV[2 * i - 1])
  if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, ARGV[2 * i]) end
  answers[2 * i] = redis.call('PTTL', key)
end
return answers`;

const CLAIM = `
local known = redis.call('GET', KEYS[1])
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`;

export function triesInRedis({ commands, namespace }: RedisConnection): TriesStore {
  const run = async <R>(script: string, keys: readonly string[], given: readonly number[]): Promise<R> =>
    (await commands.eval(
      script,
      keys.length,
      ...keys.map((key) => `${namespace}:tries:${key}`),
      ...given.map((one) => String(Math.round(one))),
    )) as R;
  return {
    async add(tries, highest, now) {
      const answers = await run<string[]>(
        ADD,
        tries.map(({ key }) => key),
        [now.getTime(), highest, ...tries.flatMap(({ times, leakMs }) => [times, leakMs])],
      );
      return tries.map(({ key }, index): AddedTries => ({
        key,
        emptyAt: Number(answers[2 * index]),
        addedMs: Number(answers[2 * index + 1]),
      }));
    },
    takeBack: async (added) =>
      void (await run(
        TAKE_BACK,
        added.map(({ key }) => key),
        added.map(({ addedMs }) => addedMs),
      )),
    async count(windows, now) {
      const answers = await run<number[]>(
        COUNT,
        windows.map(({ key }) => key),
        windows.flatMap(({ by, windowMs }) => [by, windowMs]),
      );
      return windows.map(({ key }, index) => ({
        key,
        tries: answers[2 * index] ?? 0,
        until: new Date(now.getTime() + (answers[2 * index + 1] ?? 0)),
      }));
    },
    claim: async (key, since, keepMs, now) =>
      (await run<number>(CLAIM, [key], [since.getTime(), now.getTime(), keepMs])) === 1,
  };
}
