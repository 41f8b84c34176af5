import './map.css';
import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import upstream from '../../runtime/upstream.json' with { type: 'json' };
import type { Recording } from '../../recording/recording.ts';
import { pinOf } from '../../sources/pins.ts';
import { urlInRepository } from '../code/go-files.ts';
import { inline } from '../prose/inline.ts';
import { encodeMoment } from '../scope/link/share-link.ts';
import { type Box, entryOf } from './boxes.ts';

/** A word of Go, the same in every language. */
const goStatement = 'go ';

interface MapBoxesProps {
  readonly boxes: readonly Box[];
  /** The run as the site plays it, into which the boxes lead. */
  readonly recording: Recording;
  /** Address of the page that plays it. */
  readonly played: string;
  /** Ids of boxes to which the page leads. */
  readonly ids: ReadonlyMap<Box, string>;
}

/** Boxes below each other, each with those that it calls: a name that leads to the step, a sentence, and the place upstream. */
export function MapBoxes({ boxes, ...rest }: MapBoxesProps): VNode {
  const { recording, played, ids } = rest;
  const { scenario, seed } = recording;
  const linkOf = (box: Box): string =>
    played + encodeMoment({ scenario, seed, acts: [], entry: entryOf(recording, box) });
  return (
    <ol class="map-boxes">
      {boxes.map((box) => (
        <li id={ids.get(box)} class={box.goroutine ? 'goroutine' : undefined}>
          <p>
            {box.goroutine && <span class="go">{goStatement}</span>}
            <a href={linkOf(box)}>{box.name}()</a> {/* Our own words, made safe. */}
            <span class="says" lang="en" dangerouslySetInnerHTML={{ __html: inline(box.says) }} />
            {box.fate && <small> {fates()[box.fate]}</small>} <Upstream {...box} />
          </p>
          {box.boxes.length > 0 && <MapBoxes {...rest} boxes={box.boxes} />}
        </li>
      ))}
    </ol>
  );
}

const fates = (): Readonly<Record<'skipped' | 'idle', string>> => ({
  skipped: t`Skipped in this run.`,
  idle: t`Not re-implemented yet: nothing runs.`,
});

function Upstream({ mirrors, within }: Box): VNode {
  const [pin, unknown] = pinOf(mirrors);
  if (unknown) throw unknown;
  const { repository, tag } = upstream;
  const file = pin.path.split('/').at(-1)!;
  return (
    <small class="upstream">
      {within && t`inside`}{' '}
      <a href={urlInRepository({ repository, tag, pin })} rel="external" title={pin.path}>
        {pin.symbol}
      </a>{' '}
      {file} {pin.startLine}–{pin.endLine}
    </small>
  );
}
