import { h } from 'preact';
import { render } from '../../base/render.ts';
import { langOf } from '../../../i18n/t.ts';
import { Words } from '../../base/Words.tsx';

/** What a name is, as code. */
export function isElement(is: string): HTMLElement {
  const code = document.createElement('code');
  code.className = 'name-is';
  code.textContent = is;
  return code;
}

/** What a docstring says. It is English, as the code is. */
export function docElement(doc: string): HTMLElement {
  const words = document.createElement('p');
  words.className = 'name-doc';
  const lang = langOf(doc);
  if (lang !== undefined) words.lang = lang;
  render(h(Words, { text: doc }), words);
  return words;
}
