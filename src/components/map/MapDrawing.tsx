import './drawing.css';
import type { VNode } from 'preact';
import { t } from '../../i18n/t.ts';
import type { Box } from './boxes.ts';
import type { Lane, Region, Stop } from './lanes.ts';

/** As Go begins a goroutine: the same in every language. */
const goCall = (name: string): string => `go ${name}()`;

interface MapDrawingProps {
  readonly lanes: readonly Lane[];
  /** Where a box leads: to the step of the run at which it is called. */
  readonly linkOf: (box: Box) => string;
  /** Ids of the stations in the list of all boxes. */
  readonly ids: ReadonlyMap<Box, string>;
}

const sizes = (): readonly (readonly [value: string, name: string])[] => [
  ['1', t`whole`],
  ['1.5', t`larger`],
  ['2', t`largest`],
];

/** What the marks of functions say, by their class. */
const signs = (): readonly (readonly [kind: string, words: string])[] => [
  ['', t`a function that runs`],
  ['is-goroutine', t`begins a goroutine`],
  ['is-idle', t`nothing runs`],
];

/**
 * The way from main as a drawing: a lane for each goroutine, a road of stations in it, and under each station the packages that it calls
 * into. A package is folded to a mark for each function; opened, it has their names. Nothing here needs a script.
 */
export function MapDrawing({ lanes, linkOf, ids }: MapDrawingProps): VNode {
  return (
    <div class="start-map">
      <fieldset>
        <legend>{t`Size of the map`}</legend>
        {sizes().map(([value, name], i) => (
          <label>
            <input type="radio" name="map-size" value={value} checked={i === 0} /> {name}
          </label>
        ))}
      </fieldset>
      <ul class="map-signs map-marks">
        {signs().map(([kind, words]) => (
          <li>
            <i class={kind} /> {words}
          </li>
        ))}
      </ul>
      <div class="start-map-view" tabindex={0} role="group" aria-label={t`Map of the start`}>
        {lanes.map(({ name, begunBy, stops }) => (
          <section class="map-lane">
            <h2>
              {begunBy === undefined ? t`goroutine of ${name}` : t`${goCall(name)}, begun by ${begunBy}`}
            </h2>
            <ol>
              {stops.map((stop) => (
                <MapStop stop={stop} id={ids.get(stop.box) ?? ''} linkOf={linkOf} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </div>
  );
}

interface MapStopProps {
  readonly stop: Stop;
  readonly id: string;
  readonly linkOf: MapDrawingProps['linkOf'];
}

function MapStop({ stop: { box, file, regions }, id, linkOf }: MapStopProps): VNode {
  return (
    <li>
      <a class="map-stop" href={`#${id}`}>
        {box.name}
        {file !== undefined && <small> {file}</small>}
      </a>
      {regions.map((region) => (
        <MapRegion region={region} linkOf={linkOf} />
      ))}
    </li>
  );
}

function MapRegion({
  region: { name, boxes },
  linkOf,
}: {
  readonly region: Region;
  readonly linkOf: MapDrawingProps['linkOf'];
}): VNode {
  const kindOf = ({ goroutine, fate }: Box): string =>
    [goroutine ? 'is-goroutine' : '', fate ? 'is-idle' : ''].join(' ').trim();
  return (
    <details class="map-region">
      <summary>
        <span>
          {name} <small>{boxes.length}</small>
        </span>
        <span class="map-marks" aria-hidden="true">
          {boxes.map((box) => (
            <i class={kindOf(box)} />
          ))}
        </span>
      </summary>
      <ul>
        {boxes.map((box) => (
          <li class={kindOf(box)}>
            <a href={linkOf(box)} title={box.says}>
              {box.goroutine ? goCall(box.name) : box.name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
