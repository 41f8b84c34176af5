import { afterEach, expect, test } from 'vitest';
import { language, speakBy, t, translated } from '../../src/i18n/t.ts';

afterEach(() => speakBy(() => undefined));

const chinese = {
  language: 'zh-CN',
  words: { 'Step forward': '前进一步', '{0} takes {1}': '{1} 被 {0} 取走', ReplicaSet: 'ReplicaSet 控制器' },
};

test('English is what stands in the source', () => {
  expect(t`Step forward`).toBe('Step forward');
  expect(t`${'worker-1'} takes ${3}`).toBe('worker-1 takes 3');
  expect(translated('ReplicaSet')).toBe('ReplicaSet');
  expect(language()).toBe('en');
});

test('a translation may put what is told in another order', () => {
  speakBy(() => chinese);
  expect(t`Step forward`).toBe('前进一步');
  expect(t`${'worker-1'} takes ${'default/web'}`).toBe('default/web 被 worker-1 取走');
  expect(translated('ReplicaSet')).toBe('ReplicaSet 控制器');
  expect(language()).toBe('zh-CN');
});

test('what a translation lacks stays English', () => {
  speakBy(() => chinese);
  expect(t`Step ${2} back`).toBe('Step 2 back');
  expect(translated('Deployment')).toBe('Deployment');
});

test('what is put in is text, whatever it holds', () => {
  speakBy(() => chinese);
  expect(t`${'$&{1}'} takes ${'{0}'}`).toBe('{0} 被 $&{1} 取走');
});
