import { afterEach, expect, test } from 'vitest';
import { chineseOf } from '../../src/i18n/zh-cn/chinese.ts';
import nodes from '../../src/subjects/nodes/zh-cn.json' with { type: 'json' };
import { langOf, language, speakBy, t, translated } from '../../src/i18n/t.ts';

afterEach(() => speakBy(() => undefined));

const chinese = chineseOf([
  {
    words: {
      'Step forward': '前进一步',
      '{0} takes {1}': '{1}被{0}取走',
      '{0}: {1}': '{0}：{1}',
      ReplicaSet: 'ReplicaSet 控制器',
    },
    told: nodes.told,
  },
]);

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
  expect([langOf('Deployment'), langOf('ReplicaSet')]).toEqual(['en', undefined]);
});

test('what is put in is text, whatever it holds', () => {
  speakBy(() => chinese);
  expect(t`${'$&{1}'} takes ${'{0}'}`).toBe('{0}被$&{1}取走');
});

test('what the runtime tells in English is told again, the longest text that fits', () => {
  speakBy(() => chinese);
  expect(translated('binds web-x to node-a, the node with the fewest pods')).toBe(
    '将 web-x 绑定到 node-a，即 Pod 最少的节点',
  );
  expect(translated('pods "web-x" not found')).toBe('pods "web-x" not found');
  expect(translated('constructor')).toBe('constructor');
});

test('Han and Latin stand apart, Han and Han do not', () => {
  speakBy(() => chinese);
  expect(t`${'web'} takes ${'键'}`).toBe('键被 web 取走');
  expect(t`${'剧本'} takes ${'键'}`).toBe('键被剧本取走');
  expect(t`${'web 就绪'}: ${'Pod 已停'}`).toBe('web 就绪：Pod 已停');
});
