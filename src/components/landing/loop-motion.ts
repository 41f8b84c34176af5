/** How something looks from one moment of a round to another, in percent of the round; between two looks it changes. */
type Look = readonly [from: number, to: number, style: string];

const opacity = (from: number, to: number, value: number): Look => [from, to, `opacity:${value}`];

/** What comes and goes in the boxes, by its class. */
const inBoxes: Readonly<Record<string, readonly Look[]>> = {
  was: [opacity(0, 4, 1), opacity(5, 100, 0)],
  wants: [opacity(0, 4, 0), opacity(6, 100, 1)],
  'heard-was': [opacity(0, 27, 1), opacity(28, 100, 0)],
  heard: [opacity(0, 27, 0), opacity(29, 100, 1)],
  queued: [opacity(0, 44, 0), opacity(45, 52, 1), opacity(53, 100, 0)],
  empty: [opacity(0, 44, 1), opacity(45, 52, 0), opacity(54, 100, 1)],
  compares: [opacity(0, 59, 0), opacity(61, 80, 1), opacity(82, 100, 0)],
  idle: [opacity(0, 58, 1), opacity(59, 82, 0), opacity(84, 100, 1)],
  'third-stored': [opacity(0, 79, 0.15), opacity(81, 100, 1)],
  'third-heard': [opacity(0, 93, 0.15), opacity(95, 100, 1)],
};

/** When each token, by its class, is at each corner of its way: `corners` of loop-layout.ts says where these are. */
const travels: Readonly<Record<string, readonly number[]>> = {
  two: [19, 27],
  three: [36, 44],
  four: [53, 59],
  five: [68, 69.5, 78, 79.5],
  six: [86, 93],
};

/** When each sentence of the list is lit: from, to. */
const lit: readonly (readonly [number, number])[] = [
  [0, 15],
  [18, 32],
  [34, 49],
  [51, 66],
  [68, 82],
  [84, 99],
];

/** A token waits at its first corner, unseen, and is gone from the last one. Round corners it keeps its speed. */
function travel(times: readonly number[]): readonly Look[] {
  const last = times.length - 1;
  const at = (corner: number, seen: number): string =>
    `opacity:${seen};transform:translate(var(--x${corner}),var(--y${corner}))` +
    (last > 1 && corner < last ? ';animation-timing-function:linear' : '');
  return [
    [0, times[0]! - 1, at(0, 0)],
    ...times.map((time, corner): Look => [time, time, at(corner, 1)]),
    [times[last]! + 1, 100, at(last, 0)],
  ];
}

function saying([from, to]: readonly [number, number]): readonly Look[] {
  const silent = 'border-color:var(--rule);color:var(--ink-3)';
  const looks: readonly Look[] = [
    [0, from - 2, silent],
    [from, to, 'border-color:var(--accent);color:var(--ink)'],
    [to + 2, 100, silent],
  ];
  return looks.filter(([begins, ends]) => begins <= ends);
}

function animation(selector: string, name: string, looks: readonly Look[]): string {
  const frames = looks.map(([from, to, style]) => `${from}%${from === to ? '' : `,${to}%`}{${style}}`);
  return `.loop ${selector}{animation-name:loop-${name}}@keyframes loop-${name}{${frames.join('')}}`;
}

/** Style rules that move the drawing: what is seen, where tokens are and which sentence is lit, at each moment of a round. */
export const loopMotion = [
  ...Object.entries(inBoxes).map(([name, looks]) => animation(`.${name}`, name, looks)),
  ...Object.entries(travels).map(([name, times]) => animation(`.${name}`, name, travel(times))),
  ...lit.map((times, i) => animation(`li:nth-child(${i + 1})`, `said-${i + 1}`, saying(times))),
].join('');
