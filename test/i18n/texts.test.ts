import { expect, test } from 'vitest';
import { textsOf, textsTooEarly, textsUnsaid } from './texts.ts';

const page = {
  path: 'src/components/Sample.astro',
  text: `---
import { t } from '../i18n/t.ts';
const label = t\`Step \${1} of \${2}\`;
---

<p title="What it is">{label} <code>yield*</code></p>
<p>Said in one language <span lang="en">and this on purpose</span></p>
{label ? t\`Yes\` : 'No more'}
<button aria-label={\`Close \${label}\`}>×</button>
<script>
  import { translated } from '../i18n/t.ts';
  document.title = translated('Sample');
</script>
`,
};

test('finds what a page says, in its head, its markup and its scripts', () => {
  expect(textsOf(page).map(({ key, line }) => `${line}: ${key}`)).toEqual([
    '3: Step {0} of {1}',
    '8: Yes',
    '12: Sample',
  ]);
});

test('finds the English that a page does not say through t', () => {
  expect(textsUnsaid(page, new Set(['×'])).map(({ line, says }) => `${line}: ${says}`)).toEqual([
    '6: "What it is" is English only: write {t`…`}.',
    '7: "Said in one language" is English only: write {t`…`}.',
    '8: "No more" is English only: write {t`…`}.',
    '9: "Close" is English only: write {t`…`}.',
  ]);
});

test('finds what is said while a module is loaded', () => {
  const text = 'const early = t`Early`;\nexport const late = () => t`Late`;\ncountOf(1, "pod");\n';
  const file = { path: 'src/sample.ts', text };
  expect(textsTooEarly(file).map(({ line }) => line)).toEqual([1]);
  expect(textsOf(file).map(({ key }) => key)).toEqual(['Early', 'Late', '{0} pod']);
});
