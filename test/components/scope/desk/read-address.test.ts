import { expect, test } from 'vitest';
import { ReadAddress } from '../../../../src/components/scope/desk/read-address.ts';

function addressed() {
  const written: string[] = [];
  const timers = new Map<() => void, number>();
  const page = { here: '#came-by' };
  const address = new ReadAddress({
    here: () => page.here,
    replace: (fragment) => void written.push((page.here = fragment)),
    later: (action, ms) => {
      timers.set(action, ms);
      return () => void timers.delete(action);
    },
  });
  /** Lets all time pass that was asked for. */
  const pass = (): void => {
    const due = [...timers.keys()];
    timers.clear();
    for (const action of due) action();
  };
  return { address, page, written, timers, pass };
}

test('what is read is written at once, and what follows within half a second when that is over, the last of it alone', () => {
  const { address, written, timers, pass } = addressed();
  address.set('#a');
  expect(written).toEqual(['#a']);
  for (const fragment of ['#b', '#c', '#d']) address.set(fragment);
  expect(written).toEqual(['#a']);
  expect([...timers.values()]).toEqual([500]);
  pass();
  expect(written).toEqual(['#a', '#d']);
  address.set('#e');
  expect(written).toEqual(['#a', '#d']);
  pass();
  expect(written).toEqual(['#a', '#d', '#e']);
});

test('what is there already is not written', () => {
  const { address, written, timers } = addressed();
  address.set('#came-by');
  expect(written).toEqual([]);
  expect(timers.size).toBe(0);
});

test('a link that was pressed meanwhile stays in the address', () => {
  const { address, page, written, pass } = addressed();
  address.set('#a');
  address.set('#b');
  page.here = '#pressed';
  pass();
  expect(written).toEqual(['#a']);
  address.set('#c');
  expect(page.here).toBe('#c');
});

test('what was left is not written any more', () => {
  const { address, written, pass } = addressed();
  address.set('#a');
  address.set('#b');
  address.leave();
  pass();
  expect(written).toEqual(['#a']);
});
