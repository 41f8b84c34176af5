import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import {
  EditorView,
  type Tooltip,
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
} from '@codemirror/view';
import { type AboutName, aboutName } from './about-name.ts';
import { docElement, isElement } from './name-tooltip.ts';
import type { InSight } from './reading.ts';

/** Says what a name is: that under the pointer, or with Mod-i that at the cursor. Escape takes it away. */
export function aboutNames(inSight: InSight): Extension {
  const at = (state: EditorState, pos: number): AboutName | undefined =>
    aboutName(state.doc.toString(), pos, inSight);
  return [
    hoverTooltip(({ state }, pos) => {
      const found = at(state, pos);
      return found ? tooltipOf(found) : null;
    }),
    asked,
    Prec.high(
      keymap.of([
        { key: 'Mod-i', run: (view) => ask(view, at(view.state, wordAt(view.state))) },
        { key: 'Escape', run: dismiss },
      ]),
    ),
  ];
}

const setAsked = StateEffect.define<AboutName | undefined>();

/** What the reader asked of, until the text or the cursor changes. */
const asked = StateField.define<AboutName | undefined>({
  create: () => undefined,
  update(found, { effects, docChanged, selection }) {
    const set = effects.find((effect) => effect.is(setAsked));
    if (set) return set.value;
    return docChanged || selection ? undefined : found;
  },
  provide: (field) => showTooltip.from(field, (found) => (found ? tooltipOf(found) : null)),
});

/** Where the name begins in which the cursor stands, or behind which. */
function wordAt(state: EditorState): number {
  const { head } = state.selection.main;
  const line = state.doc.lineAt(head);
  const [before = ''] = /[#\w$]*$/.exec(line.text.slice(0, head - line.from)) ?? [];
  return head - before.length;
}

function ask(view: EditorView, found: AboutName | undefined): boolean {
  const says = found ? [found.is, found.doc].filter((one) => one !== '').join('. ') : '';
  view.dispatch({ effects: [setAsked.of(found), ...(says === '' ? [] : [EditorView.announce.of(says)])] });
  return true;
}

/** Takes away what is said of a name; false where nothing is, so that the key does what else it does. */
function dismiss(view: EditorView): boolean {
  const isAsked = view.state.field(asked) !== undefined;
  if (!isAsked && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [setAsked.of(undefined), closeHoverTooltips] });
  return true;
}

function tooltipOf({ from, to, is, doc }: AboutName): Tooltip {
  return {
    pos: from,
    end: to,
    above: true,
    create() {
      const dom = document.createElement('div');
      dom.className = 'about-name';
      dom.append(isElement(is));
      if (doc !== '') dom.append(docElement(doc));
      return { dom };
    },
  };
}
