import { t, translated } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useCallback, useRef, useState } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { mapGet } from '../../runtime/sim/pmap.ts';
import { memo } from '../../components/base/memo.ts';
import type { View } from '../../components/scope/player/player.ts';
import { showOneOf } from '../../components/scope/panes/in-panel.ts';
import { SectionHead, Sections, modelAt } from '../../components/scope/panes/Sections.tsx';
import { StoreTables, fewRows, lastWritten, storeFacts } from './store-rows.ts';
import { rowsMore } from '../../components/scope/panes/Table.tsx';
import { type TreeLine, treeOf } from './tree.ts';

/** The objects of the store by kind, and one of them whole. Until one is picked, it is the one written last. */
export function StorePane({ view }: { readonly view: View }): VNode {
  const picked = useSignal<string | undefined>(undefined);
  const object = useRef<HTMLDivElement>(null);
  const [tables] = useState(() => new StoreTables());
  const more = useSignal<Readonly<Record<string, number>>>({});
  const { index, world } = view.now;
  const before = view.before?.world;
  const key = picked.value ?? lastWritten(view.recording.entries, index);
  const head = modelAt(view, (entry) => ({ sections: [storeFacts(entry.world)], empty: '' })).sections[0];
  const pick = useCallback((row: string): void => {
    picked.value = row;
    if (object.current) showOneOf([object.current]);
  }, []);
  const model = tables.model(world, before, (resource) => fewRows(resource) + (more.value[resource] ?? 0));
  const onMore = (resource: string): void => {
    more.value = { ...more.value, [resource]: (more.value[resource] ?? 0) + rowsMore };
  };
  return (
    <div class="store-pane">
      <div class="store-list">
        {head && <SectionHead section={head} />}
        <Sections model={model} onPick={pick} picked={key} onMore={onMore} />
      </div>
      {key !== undefined && (
        <div class="store-object" role="group" ref={object} aria-label={t`Object ${key}`}>
          <header class="pane-head">
            <p class="pane-title">{key}</p>
            {picked.value === undefined ? (
              <p class="pane-note">{t`the object written last`}</p>
            ) : (
              <button type="button" class="pane-more" onClick={() => (picked.value = undefined)}>
                {t`Follow the last write`}
              </button>
            )}
          </header>
          <Tree
            now={mapGet(world.store.objects, key)}
            before={before && mapGet(before.store.objects, key)}
            known={before !== undefined}
          />
        </div>
      )}
    </div>
  );
}

const signs = { added: '+', removed: '−', changed: '•' } as const;

interface TreeProps {
  readonly now: unknown;
  readonly before: unknown;
  /** True if there is a stop before, so that an object without a `before` is new. */
  readonly known: boolean;
}

const Tree = memo(({ now, before, known }: TreeProps): VNode => {
  if (now === undefined && before === undefined)
    return <p class="pane-empty">{t`Not stored at this step.`}</p>;
  const lines = now === undefined ? treeOf(before) : treeOf(now, known ? (before ?? {}) : undefined);
  return (
    <>
      {now === undefined && <p class="pane-note">{t`Deleted in this step. Until then it was:`}</p>}
      <ol class="yaml" aria-label={t`The object as YAML, with what changed since the stop before`}>
        {lines.map((line) => (
          <Line key={line.path} line={line} whole={known && before === undefined} />
        ))}
      </ol>
    </>
  );
});

/** `whole`: all of the object is new, which its row says already, so lines are not marked one by one. */
const Line = memo(({ line, whole }: { readonly line: TreeLine; readonly whole: boolean }): VNode => {
  const change = whole ? undefined : line.change;
  return (
    <li data-change={change} style={{ '--depth': line.depth }}>
      {change && (
        <>
          <span class="yaml-sign" aria-hidden="true">
            {signs[change]}
          </span>
          <span class="visually-hidden">{t`${translated(change)}: `}</span>
        </>
      )}
      <span class="yaml-key">{line.label}</span>
      {` ${line.value}`}
      {line.before !== undefined && (
        <span class="pane-was">
          {t` was `}
          <del>{line.before}</del>
        </span>
      )}
    </li>
  );
});
