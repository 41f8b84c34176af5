import type { ComponentChildren, FunctionComponent } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';

/** What a worker can send in the place of a text: JSON cannot make the first, a structured clone can. */
const forged = (fields: object = {}): ComponentChildren =>
  structuredClone({
    type: 'iframe',
    props: { srcdoc: '<script>parent.stolen = 1</script>' },
    key: undefined,
    ref: undefined,
    constructor: undefined,
    ...fields,
  }) as unknown as ComponentChildren;

const ways: readonly (readonly [string, () => ComponentChildren])[] = [
  ['an element', () => forged()],
  ['an element that says it was drawn before', () => forged({ __b: 1, __v: -3, __k: null, __i: -1, __u: 0 })],
  ['an element in a list', () => [['a', [forged()]]] as ComponentChildren],
  ['an element as a child of an element', () => forged({ type: 'b', props: { children: forged() } })],
  [
    'an element with a mark of text',
    () => forged({ props: { srcdoc: 'x', made: true, 'Symbol(made here)': true } }),
  ],
  ['an element without fields', () => forged({ props: {} })],
];

const drawn = (child: ComponentChildren): string => renderToString(<p>{child}</p>);

test('without the lock an element from outside is drawn: these attacks are real', () => {
  expect(drawn(forged())).toContain('<iframe srcdoc=');
});

describe('with the lock', () => {
  beforeAll(async () => void (await import('../../../src/components/base/render.ts')));

  test.each(ways)('%s is not drawn', (_what, make) => {
    expect(() => drawn(make())).toThrow(
      'expected a text to show, found an object that passes for an element; it is not drawn',
    );
  });

  test('what the page makes is drawn as before: text, numbers, lists, components, the same element twice', () => {
    const Twice: FunctionComponent<{ readonly children?: ComponentChildren }> = ({ children }) => (
      <>
        {children}
        {children}
      </>
    );
    const page = (
      <Twice>
        <b {...{ title: 'x' }}>{1}</b>
        {['a', null, false, <i key="i">b</i>]}
      </Twice>
    );
    const html = '<b title="x">1</b>a<i>b</i>';
    expect(drawn(page)).toBe(`<p>${html}${html}</p>`);
  });
});
