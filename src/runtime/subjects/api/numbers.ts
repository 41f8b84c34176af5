import { type SettingsNumber, upTo } from '../../stage/numbers.ts';

/** How late a program hears of changes of a resource. Upstream has no such number: it is what a network and a busy API server do. */
export function watchDelay(program: string, resource: string): SettingsNumber {
  const watch = `${program}/${resource}`;
  return {
    name: `delay of the watch of ${resource}`,
    about: 'A change reaches the cache of the program this long after it was written.',
    unit: 'ms',
    values: upTo(0, 3000, 100),
    of: ({ watchDelayMs }) => watchDelayMs?.[watch] ?? 0,
    into: (settings, value) => ({
      ...settings,
      watchDelayMs: { ...settings.watchDelayMs, [watch]: value },
    }),
  };
}
