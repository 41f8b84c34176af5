import { expect, test } from 'vitest';
import { inline } from '../../../src/components/prose/inline.ts';

test.each([
  ['Open *Expectations*.', 'Open <em>Expectations</em>.'],
  ["the pod's `spec.replicas < 3`", 'the pod’s <code>spec.replicas &lt; 3</code>'],
  ["`it's`", "<code>it's</code>"],
  ['2 * 3 * 4 & <b>', '2 * 3 * 4 &amp; &lt;b&gt;'],
  ['`*not stress*`', '<code>*not stress*</code>'],
])('%s', (text, html) => expect(inline(text)).toBe(html));
