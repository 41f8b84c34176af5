import { ExpressiveCodeTheme } from '@astrojs/starlight/expressive-code';

/** Inks for one theme of code: plain text, words of the language, strings, numbers and constants, names that are called, comments. */
interface Inks {
  readonly paper: string;
  readonly plain: string;
  readonly word: string;
  readonly string: string;
  readonly constant: string;
  readonly name: string;
  readonly comment: string;
}

function theme(name: string, type: 'light' | 'dark', inks: Inks): ExpressiveCodeTheme {
  return new ExpressiveCodeTheme({
    name,
    type,
    colors: { 'editor.background': inks.paper, 'editor.foreground': inks.plain },
    settings: [
      { settings: { foreground: inks.plain, background: inks.paper } },
      {
        scope: ['comment', 'punctuation.definition.comment'],
        settings: { foreground: inks.comment, fontStyle: 'italic' },
      },
      { scope: ['keyword', 'storage', 'variable.language'], settings: { foreground: inks.word } },
      { scope: ['keyword.operator', 'punctuation', 'meta.brace'], settings: { foreground: inks.plain } },
      {
        scope: ['string', 'string.regexp', 'punctuation.definition.string'],
        settings: { foreground: inks.string },
      },
      { scope: ['constant', 'support.constant'], settings: { foreground: inks.constant } },
      { scope: ['entity.name', 'support.function', 'entity.name.tag'], settings: { foreground: inks.name } },
    ],
  });
}

/** Day and night themes of all listings, in the palette of tokens.css. */
export const codeThemes = [
  theme('loopscope-night', 'dark', {
    paper: '#211e1a',
    plain: '#ece5d8',
    word: '#f0956a',
    string: '#b4cc66',
    constant: '#d49fe0',
    name: '#8fb7f5',
    comment: '#a0968a',
  }),
  theme('loopscope-day', 'light', {
    paper: '#f4efe4',
    plain: '#231f1a',
    word: '#a8421d',
    string: '#4d6512',
    constant: '#7d3c8c',
    name: '#2456a6',
    comment: '#6c6255',
  }),
];
