import { type ProseBlock, blockOf, codeSign, sentencesOf, wordsIn } from '../../chapters/prose.ts';
import { type ContentFile, languages } from '../../chapters/content.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Site } from '../site/site.ts';
import { pageAt } from '../site/site.ts';
import { type ContentProblem, type Rule, placesOf } from './rule.ts';
import { listed } from './runs.ts';

/** Attributes in which readers find sentences. */
const told = new Set([
  'title',
  'question',
  'says',
  'why',
  'expect',
  'look',
  'asks',
  'answer',
  'label',
  'caption',
]);

const mostWords = 30;

/** What no page says, and what to say in its place. */
const unsaid: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/i, 'say who does not: "no controller", "no program"'],
  [/\bsomebody\b/i, 'name who it is: the user, a controller, another program'],
  [/\banybody\b/i, 'name who it is: any program, any user'],
  [/\bwhoever\b/i, 'name who it is: the controller that, the user who'],
  [/\banew\b/i, 'write "again", or say what is made new'],
  [/\balso not\b/i, 'write "nor", or "not … either"'],
  [/\bby turns\b/i, 'write "in turn", or "one after the other"'],
  [/\bof which\b[^.!?]*\btells?\b/i, 'turn the sentence round: what tells, and of what'],
  [/\bit is often said\b/i, 'put the claim into <Myths>, with its source, or leave it out'],
  [/\bsome say\b/i, 'put the claim into <Myths>, with its source, or leave it out'],
  [/\baccounts say\b/i, 'put the claim into <Myths>, with its source, or leave it out'],
  [/\byou can read\b/i, 'put the claim into <Myths>, with its source, or leave it out'],
  [/\bmany praise\b/i, 'put the claim into <Myths>, with its source, or leave it out'],
  [/\bpa(?:ys?|id|ying) no heed\b/i, 'write "ignores"'],
  [/\bso works\b/i, 'write "this is how … works"'],
  [/\bthe news\b/i, 'write what arrives: the event, the change, the object'],
  [/\b(?:is|are|was|were) told of\b/i, 'write "hears of", or "gets", with who hears as the subject'],
  [/\bso to speak\b/i, 'leave it out'],
  [/\bhereby\b/i, 'leave it out'],
];

/** The same where a line breaks between two words. */
const unsaidAcrossLines = unsaid.map(
  ([pattern, remedy]) => [new RegExp(pattern.source.replaceAll(' ', '\\s+'), 'gi'), remedy] as const,
);

const isEnglish = ({ language }: ContentFile): boolean => language === languages[0];

/** What readers find in a page: its prose, and the sentences in its attributes. */
function blocksOf(file: ContentFile): readonly ProseBlock[] {
  const attributes = placesOf(file).flatMap(({ element, prefix, values }) =>
    // An act is no sentence, whatever its fields are called.
    prefix.startsWith('acts.')
      ? []
      : Object.entries(values).flatMap(([name, value]) =>
          told.has(name) && typeof value === 'string'
            ? blockOf(value, element.lines[prefix + name] ?? element.line)
            : [],
        ),
  );
  return [...file.prose, ...attributes];
}

const short = (text: string): string => {
  const words = text.trim().split(/\s+/);
  return words.length > 7 ? `${words.slice(0, 6).join(' ')} …` : words.join(' ');
};

/** A sentence can be read in one breath. */
export const sentencesAreShort: Rule = (file) =>
  isEnglish(file)
    ? blocksOf(file).flatMap((block) =>
        sentencesOf(block).flatMap(({ text, from }): ContentProblem[] => {
          const words = wordsIn(text);
          if (words <= mostWords) return [];
          const begins = short(block.written.slice(from, from + text.length));
          const says = `expected at most ${mostWords} words in a sentence, found ${words}: "${begins}". Make two of it.`;
          return [{ path: file.path, line: block.lineAt(from), says }];
        }),
      )
    : [];

/** Who does something is named, and no words are said that mean nothing. */
export const wordsArePlain: Rule = (file) =>
  isEnglish(file)
    ? blocksOf(file).flatMap((block) =>
        unsaidAcrossLines.flatMap(([pattern, remedy]) =>
          [...block.text.matchAll(pattern)].map(({ index, 0: found }) => ({
            path: file.path,
            line: block.lineAt(index),
            says: `expected no "${found.replace(/\s+/g, ' ').toLowerCase()}", found it in "${around(block, index)}". Instead, ${remedy}.`,
          })),
        ),
      )
    : [];

/** A few words round a place. */
function around({ written }: ProseBlock, index: number): string {
  const before = written.slice(0, index).split(/\s+/).slice(-4).join(' ');
  const after = written.slice(index).split(/\s+/).slice(0, 5).join(' ');
  return `${before}${after}`;
}

/** A link says where it leads. One word is enough where it is the title of the page, or code. */
export const linksSayWhere: Rule = (file, site) =>
  isEnglish(file)
    ? file.prose.flatMap((block) =>
        block.links.flatMap(({ from, to, url }): ContentProblem[] => {
          const text = block.text.slice(from, to).trim();
          const isCode = text !== '' && text.replaceAll(codeSign, '').trim() === '';
          const isVague = /^(this|that|here|it)( one)?$/i.test(text);
          if (isCode || (!isVague && (wordsIn(text) >= 2 || text === titleOf(site, url)))) return [];
          const says =
            `expected a link of two words or more, which say where it leads, found "${text}". ` +
            'Take in the words beside it; one word may stand alone if it is code, or the title of the page.';
          return [{ path: file.path, line: block.lineAt(from), says }];
        }),
      )
    : [];

const titleOf = (site: Site, url = ''): unknown =>
  url.startsWith('/') ? pageAt(site, url.split('#')[0] ?? '')?.frontmatter['title'] : undefined;

/** Names of objects of the page's runs stand as code. */
export const namesAreCode: Rule = (file, { machine }) => {
  if (!isEnglish(file)) return [];
  const names = new Set(
    listed(file).flatMap((id) => {
      const [recording] = machine.play(id);
      return recording ? namesIn(recording) : [];
    }),
  );
  if (names.size === 0) return [];
  const any = [...names].map((name) => name.replaceAll('.', '\\.')).join('|');
  const pattern = new RegExp(`(?<![\\w.-])(?:${any})(?![\\w-]|\\.\\w)`, 'g');
  return blocksOf(file).flatMap((block) =>
    [...block.text.matchAll(pattern)].map(({ index, 0: name }) => ({
      path: file.path,
      line: block.lineAt(index),
      says:
        `expected the name \`${name}\` of an object of the run as code, found it as a word in "${around(block, index)}". ` +
        'Put it between backticks; where the word is meant, and no object, give the object another name in the scenario.',
    })),
  );
};

interface StoredByUser {
  readonly metadata?: { readonly name?: string };
}

/** What the story names: in what is done, and in what its user stores. */
function namesIn({ entries }: Recording): string[] {
  return entries.flatMap(({ event }): string[] => {
    if (event.kind === 'act') {
      const { object, name, node } = event.act as {
        readonly object?: { readonly metadata?: { readonly name?: string } };
        readonly name?: unknown;
        readonly node?: unknown;
      };
      return [object?.metadata?.name, name, node].filter((each) => typeof each === 'string');
    }
    const { program, object } = event as { readonly program?: string; readonly object?: StoredByUser };
    return program === 'user' && object?.metadata?.name ? [object.metadata.name] : [];
  });
}
