import { t } from '../../i18n/t.ts';
import { jsonChanges, tellPath } from '../../recording/object-changes.ts';
import { listed } from '../../recording/words.ts';

/** What readers look for comes first; what every write changes is left out. */
export function changesInWords(before: unknown, after: unknown): string {
  if (before === undefined) return '';
  const all = jsonChanges(before, after);
  const changes = all.filter(({ path }) => !bookkeeping.test(path));
  const answered = all.find(({ path }) => path === 'status.observedGeneration');
  if (changes.length === 0) return answered ? tellPath(answered) : t`nothing in it changed`;
  const sorted = changes.toSorted((a, b) => weightOf(a.path) - weightOf(b.path));
  const told = listed(sorted.slice(0, 3).map(tellPath));
  return changes.length > 3 ? t`${told} and ${changes.length - 3} more` : told;
}

const bookkeeping = new RegExp(
  '^metadata\\.(resourceVersion|managedFields|generation)|\\.observedGeneration$|' +
    '\\.last(Transition|Probe|Heartbeat|Update)Time$',
);

const weights = [
  /^metadata\.deletionTimestamp$/,
  /^spec\./,
  /^status\.phase$/,
  /^status\.\w*[rR]eplicas$/,
  /\[Ready\]/,
];

function weightOf(path: string): number {
  const weight = weights.findIndex((pattern) => pattern.test(path));
  return weight < 0 ? weights.length : weight;
}
