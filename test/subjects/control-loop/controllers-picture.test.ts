import { describe, expect, test } from 'vitest';
import { scenarios } from '../../../content/controller-manager/table-of-controllers/scenario.ts';
import type { Group } from '../../../src/components/picture/blocks/groups.tsx';
import type { Frame } from '../../../src/components/picture/description.ts';
import { picture } from '../../../src/subjects/control-loop/pictures/controllers.ts';
import { blockOf, framesOf } from '../picture-scenes.ts';

/** The rows of a part, by name: what stands in each. */
const rowsOf = (frame: Frame, part: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    blockOf(picture.scene(frame), part, 'groups').groups.map(({ title, chips }: Group) => [
      title,
      chips.map(({ text, note }) => (note === undefined ? text : `${text} ${note}`)),
    ]),
  );

const litIn = (frame: Frame): readonly string[] =>
  blockOf(picture.scene(frame), 'controllers', 'groups').groups.flatMap(({ title, lit }) =>
    lit ? [title] : [],
  );

describe('the picture of controllers at work', async () => {
  const at = await framesOf(scenarios, '/table-of-controllers');

  test('a namespace is filled by one controller after the other', () => {
    expect(rowsOf(at('#1 act'), 'store')['shop']).toEqual([]);
    const account = at('store.write create serviceaccounts shop/default');
    expect(litIn(account)).toEqual(['serviceaccount']);
    expect(rowsOf(account, 'store')['shop']).toEqual(['ServiceAccount default']);
    const secret = at('store.write create secrets shop/default-token-67mfn');
    expect(litIn(secret)).toEqual(['serviceaccount-token']);
    expect(rowsOf(secret, 'controllers')).toMatchObject({
      serviceaccount: ['ServiceAccount default'],
      'serviceaccount-token': ['default'],
      podgc: [],
    });
    expect(picture.path(secret)).toEqual([
      'controllers',
      { pipe: 'writes', text: 'create default-token-67mfn' },
      'store',
    ]);
  });

  test('Endpoints say whether somebody stands behind the Service', () => {
    const endpoints = (moment: string) =>
      rowsOf(at(moment), 'store')['shop']?.find((text) => text.startsWith('Endpoints'));
    expect(endpoints('store.write create endpoints shop/web')).toBe('Endpoints web, empty');
    expect(endpoints('store.write update endpoints shop/web')).toBe('Endpoints web, 1 not ready');
    expect(endpoints('store.write update endpoints shop/web #2')).toBe('Endpoints web, 1 ready');
  });

  test('what a controller asks for is its own, and a namespace that ends is said to', () => {
    expect(litIn(at('first gc.classify'))).toEqual(['garbagecollector']);
    expect(litIn(at('api.error get nodes node-z'))).toEqual(['podgc']);
    const asks = at('namespace.content shop pods');
    expect(litIn(asks)).toEqual(['namespace']);
    const notes = (frame: Frame) =>
      blockOf(picture.scene(frame), 'store', 'groups').groups.find(({ id }) => id === 'shop')?.note;
    expect([notes(asks), notes(at('store.write delete namespaces shop'))]).toEqual(['ends', 'not there']);
    expect(picture.scene(asks).says).toMatch(/^\d+ objects in the store; namespace has work\.$/);
  });

  test('what others write comes from outside', async () => {
    const scheduled = at('store.write update pods shop/web-2fmq6');
    expect(picture.path(scheduled)[0]).toBe('others');
    expect(litIn(scheduled)).toEqual([]);
    const lost = await framesOf(scenarios, '#lost-token');
    expect(picture.scene(lost('#2 act')).parts['others']?.note).toBe('✕ the watch of secrets is cut');
  });
});
