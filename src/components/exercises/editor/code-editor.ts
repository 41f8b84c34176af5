import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { typescriptLanguage } from '@codemirror/lang-javascript';
import { yamlLanguage } from '@codemirror/lang-yaml';
import {
  type Language,
  type LRLanguage,
  bracketMatching,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { problems, setProblems } from './editor-problems.ts';

/** What is wrong on a line of the text, counted from 1. */
export interface LineProblem {
  readonly line: number;
  readonly says: string;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: 'typescript' | 'yaml';
  /** True if the text is a member of a class, which means nothing by itself. */
  readonly inClass: boolean;
  /** Number of the first line, as the gutter shows it. */
  readonly firstLine: number;
  readonly label: string;
  /** Ids of the elements that describe the editor: its keys, and what else there is to know. */
  readonly describedBy: string;
  /** Id of the element that says what is wrong while problems are shown. */
  readonly errorMessage: string;
  readonly onChange: (text: string) => void;
  /** What each key does, by its name. */
  readonly keys: Readonly<Record<string, () => void>>;
}

export interface CodeEditor {
  readonly text: string;
  /** Puts another text in its place, which the reader can undo. */
  replace(text: string): void;
  /** Shows problems under their lines, in place of those before; the next change of the text clears them. */
  show(problems: readonly LineProblem[]): void;
  /** Puts the cursor at the beginning of a line, and the focus into the editor. */
  goTo(line: number): void;
  focus(): void;
  /** Lets it do more from now on. */
  extend(by: Extension): void;
  end(): void;
}

/** A small editor. Tab leaves it, as it leaves any field. */
export function newCodeEditor(options: EditorOptions): CodeEditor {
  const { parent, text, firstLine, label, describedBy, errorMessage, onChange, keys } = options;
  const bound = Object.entries(keys).map(([key, action]) => ({ key, run: () => (action(), true) }));
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        keymap.of([...bound, ...defaultKeymap, ...historyKeymap]),
        history(),
        lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
        highlightActiveLine(),
        indentOnInput(),
        bracketMatching(),
        languageOf(options),
        syntaxHighlighting(highlighter),
        problems,
        indents,
        EditorView.lineWrapping,
        EditorView.scrollMargins.of(hiddenBy),
        EditorView.contentAttributes.of(({ state }) => {
          const wrong = state.field(problems).size > 0;
          return {
            'aria-label': label,
            'aria-describedby': wrong ? `${errorMessage} ${describedBy}` : describedBy,
            'aria-invalid': String(wrong),
            ...(wrong && { 'aria-errormessage': errorMessage }),
            autocapitalize: 'off',
          };
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
      ],
    }),
  });
  const lineAt = (line: number): ReturnType<EditorState['doc']['line']> =>
    view.state.doc.line(Math.max(1, Math.min(view.state.doc.lines, line)));
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace: (insert) =>
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: 'input' }),
    show: (found) => {
      const placed = found.map(({ line, says }) => ({ at: lineAt(line), says }));
      view.dispatch({
        effects: setProblems.of(placed.map(({ at, says }) => ({ from: at.from, to: at.to, says }))),
      });
    },
    goTo(line) {
      const { from } = lineAt(line);
      view.focus();
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    },
    focus: () => view.focus(),
    extend: (by) => view.dispatch({ effects: StateEffect.appendConfig.of(by) }),
    end: () => view.destroy(),
  };
}

/** The room that the header of the page takes, which stays over what is scrolled under it, and some at the bottom of the window. */
const header = 96;
const foot = 24;

/** How much of an editor lies there. What is shown beside a line is shown only where nothing hides the line. */
function hiddenBy({ scrollDOM }: EditorView): { readonly top: number; readonly bottom: number } {
  const { top, bottom } = scrollDOM.getBoundingClientRect();
  const within = (size: number, most: number): number => Math.max(0, Math.min(size, most));
  return { top: within(header - top, header), bottom: within(bottom - (innerHeight - foot), foot) };
}

function languageOf({ language, inClass }: EditorOptions): Language {
  if (language === 'yaml') return yamlLanguage;
  return inClass
    ? (typescriptLanguage as LRLanguage).configure({ top: 'SingleClassItem' })
    : typescriptLanguage;
}

/** The classes of the listings in the pages, and so their colours in both themes. */
const highlighter = tagHighlighter([
  { tag: [tags.comment], class: 'tk-comment' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape], class: 'tk-string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: 'tk-number' },
  { tag: [tags.keyword, tags.self, tags.definitionKeyword, tags.modifier], class: 'tk-keyword' },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.function(tags.definition(tags.propertyName)),
      tags.function(tags.definition(tags.variableName)),
    ],
    class: 'tk-function',
  },
  { tag: [tags.typeName, tags.className], class: 'tk-type' },
]);

/** A line that is too long wraps, and its rest is indented: its style says how far in the line begins. */
const indents = StateField.define<DecorationSet>({
  create: ({ doc }) => indentsOf(doc),
  update: (shown, { docChanged, state }) => (docChanged ? indentsOf(state.doc) : shown),
  provide: (field) => EditorView.decorations.from(field),
});

function indentsOf(doc: EditorState['doc']): DecorationSet {
  const marks = Array.from(doc.iterLines(), (text) => /^ */.exec(text)?.[0].length ?? 0);
  return Decoration.set(
    marks.map((indent, at) =>
      Decoration.line({ attributes: { style: `--i:${indent}` } }).range(doc.line(at + 1).from),
    ),
  );
}
