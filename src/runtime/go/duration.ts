/**
 * Go's `time.Duration` as text. A duration is a number of milliseconds here, as everywhere in Loopscope; what is shorter is
 * a fraction of one.
 */
import type { Result } from './result.ts';
import { quote } from './strconv.ts';

export const millisecond = 1;
export const second = 1000 * millisecond;
export const minute = 60 * second;
export const hour = 60 * minute;

const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: millisecond,
  s: second,
  m: minute,
  h: hour,
};

/** A duration of more than 64 bits of nanoseconds is none. */
const most = 9_223_372_036_854;

/** A number with a unit, or several in a row, such as `1h15m30.918s`, with a sign before them. `0` needs no unit. */
export function parseDuration(text: string): Result<number> {
  const invalid = (): Result<number> => [undefined, new Error(`time: invalid duration ${quote(text)}`)];
  const negative = text.startsWith('-');
  let rest = /^[+-]/.test(text) ? text.slice(1) : text;
  if (rest === '0') return [0, undefined];
  if (rest === '') return invalid();
  let total = 0;
  while (rest !== '') {
    const [all = '', number = ''] = /^(\d+\.?\d*|\.\d+)/.exec(rest) ?? [];
    if (all === '') return invalid();
    rest = rest.slice(all.length);
    const [unit = ''] = /^[^.\d]*/.exec(rest) ?? [];
    if (unit === '') return [undefined, new Error(`time: missing unit in duration ${quote(text)}`)];
    rest = rest.slice(unit.length);
    const ms = units[unit];
    if (ms === undefined)
      return [undefined, new Error(`time: unknown unit ${quote(unit)} in duration ${quote(text)}`)];
    total += Number(number) * ms;
    if (total > most) return invalid();
  }
  return [negative ? -total : total, undefined];
}

/** As Go prints it: `12h0m0s`, `1.5s`, `300ms`, `0s`. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0s';
  const sign = ms < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(ms));
  const nanoseconds = Math.round((Math.abs(ms) - whole) * 1e6);
  if (Math.abs(ms) < second) return sign + shorterThanSecond(whole, nanoseconds);
  const fraction = `${(whole % second).toString().padStart(3, '0')}${nanoseconds.toString().padStart(6, '0')}`;
  const digits = fraction.replace(/0+$/, '');
  const seconds = `${Math.floor((whole % minute) / second)}${digits === '' ? '' : `.${digits}`}s`;
  if (whole < minute) return sign + seconds;
  const minutes = `${Math.floor((whole % hour) / minute)}m${seconds}`;
  return sign + (whole < hour ? minutes : `${Math.floor(whole / hour)}h${minutes}`);
}

function shorterThanSecond(milliseconds: number, nanoseconds: number): string {
  if (milliseconds > 0) return `${Number(`${milliseconds}.${nanoseconds.toString().padStart(6, '0')}`)}ms`;
  return nanoseconds < 1000 ? `${nanoseconds}ns` : `${nanoseconds / 1000}µs`;
}
