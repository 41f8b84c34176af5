import { type CompletionContext, type CompletionResult, autocompletion } from '@codemirror/autocomplete';
import { EditorState, type Extension } from '@codemirror/state';
import type { Rect } from '@codemirror/view';
import { t } from '../../../i18n/t.ts';
import { type Offer, offersAt } from './complete.ts';
import { docElement, isElement } from './name-tooltip.ts';
import { aboutNames } from './hovered-names.ts';
import { markedNames } from './marked-names.ts';
import type { InSight } from './reading.ts';

/** How many letters of a name are written before names are offered unasked. */
const fewestLetters = 2;

/** What an editor offers, says and marks by the names in sight of an exercise. */
export function editorHelp(inSight: InSight): Extension {
  return [
    EditorState.phrases.of({ Completions: t`Names that can stand here` }),
    autocompletion({
      override: [(context) => completions(context, inSight)],
      icons: false,
      positionInfo: (_, list, option, info, space) => infoPlace(list, option, info, space),
      optionClass: ({ type = '' }) => `is-${type}`,
    }),
    aboutNames(inSight),
    markedNames(inSight),
  ];
}

function completions(context: CompletionContext, inSight: InSight): CompletionResult | null {
  const { state, pos, explicit } = context;
  const found = offersAt(state.doc.toString(), pos, inSight);
  if (!found) return null;
  const { from, offers } = found;
  const word = state.sliceDoc(from, pos);
  const isMember = /\.\s*$/.test(state.sliceDoc(Math.max(0, from - 80), from));
  if (!explicit) {
    if (!isMember && word.length < fewestLetters) return null;
    // A name that is written in full needs no list, and Enter begins a new line.
    if (offers.some(({ name }) => name === word)) return null;
  }
  const most = offers.length;
  return {
    from,
    options: offers.map((offer, at) => ({
      label: offer.name,
      detail: offer.is,
      type: offer.kind,
      // What is offered first comes first, where letters do not tell.
      boost: isMember ? 0 : Math.round(50 * (1 - at / most)),
      // The list itself says what it is.
      info: offer.doc === '' ? undefined : () => infoOf(offer),
    })),
  };
}

/** What is said of the name that is chosen, beside the list. */
function infoOf({ name, is, doc }: Offer): HTMLElement {
  const box = document.createElement('div');
  box.append(isElement(name + is), docElement(doc));
  return box;
}

/** So wide what is said of a name is at least beside the list. */
const leastWidth = 240;

/** Where it is said: beside the list, or where that has no room below or above it. The list is never covered. */
function infoPlace(list: Rect, option: Rect, info: Rect, space: Rect): { readonly style: string } {
  const room = space.right - list.right;
  if (room >= leastWidth)
    return { style: `left: 100%; top: ${Math.max(0, option.top - list.top)}px; max-inline-size: ${room}px` };
  const isBelow = space.bottom - list.bottom >= info.bottom - info.top;
  return { style: `left: -1px; right: -1px; inline-size: auto; ${isBelow ? 'top' : 'bottom'}: 100%` };
}
