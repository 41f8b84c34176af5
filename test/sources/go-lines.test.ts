import { describe, expect, test } from 'vitest';
import { linesOf, mapLines } from '../../src/sources/go-lines.ts';

const lines = (text: string): string[] => text.replace(/^\n/, '').trimEnd().split('\n');

/** Each line of ours that is not blank, with the lines of the other side that light with it. */
function map(ours: string, go: string, options?: { part: boolean }): string[] {
  const { ranges } = mapLines(lines(ours), lines(go), options);
  return lines(ours).flatMap((line, at) => {
    const [from, to] = ranges[at]!;
    return line.trim() === '' ? [] : [`${line.trim()} → ${from === to ? from : `${from}-${to}`}`];
  });
}

const says = (ours: string, go: string): string[] =>
  mapLines(lines(ours), lines(go)).problems.map(
    ({ line, says: what }) => `${lines(ours)[line]?.trim()}: ${what}`,
  );

describe('lines that share names stand beside each other', () => {
  const go = `
func (b *Bakery) bakeAll(orders []*Order) (int, error) {
	klog.V(4).Infof("baking %d orders", len(orders))
	// Warm it first.
	if err := b.oven.Warm(); err != nil {
		utilruntime.HandleError(err)
		return 0, err
	}
	baked := 0
	for _, order := range orders {
		loaf, err := b.oven.Bake(
			order.Dough,
			order.Minutes,
		)
		if err != nil {
			return baked, err
		}
		b.shelf.Put(loaf)
		baked++
	}
	return baked, nil
}`;
  const ours = `
*bakeAll(orders: readonly Order[]): Blocking<[number, Error | undefined]> {
  const warmErr = yield* this.#oven.warm();
  if (warmErr) {
    return [0, warmErr];
  }

  let baked = 0;
  for (const order of orders) {
    // Ours alone.
    const [loaf, err] = yield* this.#oven.bake(order.dough, order.minutes);
    if (err) {
      return [baked, err];
    }
    this.#shelf.put(loaf);
    baked++;
  }
  return [baked, undefined];
}`;

  test('statements of several lines light whole, log lines and comments never, brackets light what they close', () => {
    expect(map(ours, go)).toEqual([
      '*bakeAll(orders: readonly Order[]): Blocking<[number, Error | undefined]> { → 0',
      'const warmErr = yield* this.#oven.warm(); → 3',
      'if (warmErr) { → 3',
      'return [0, warmErr]; → 5',
      '} → 3',
      'let baked = 0; → 7',
      'for (const order of orders) { → 8',
      '// Ours alone. → 8',
      'const [loaf, err] = yield* this.#oven.bake(order.dough, order.minutes); → 9-12',
      'if (err) { → 13',
      'return [baked, err]; → 14',
      '} → 13',
      'this.#shelf.put(loaf); → 16',
      'baked++; → 17',
      '} → 8',
      'return [baked, undefined]; → 19',
      '} → 0',
    ]);
    expect(says(ours, go)).toEqual([]);
  });

  test('a line of ours that nothing answers is told, unless a mark says so; then it lights what is around it', () => {
    const more = ours.replace('    baked++;', '    this.crumbs.sweep();\n    baked++;');
    expect(says(more, go)).toEqual(['this.crumbs.sweep();: has no counterpart upstream']);
    const marked = more.replace('sweep();', 'sweep(); // Go: none');
    expect(says(marked, go)).toEqual([]);
    expect(map(marked, go)).toContain('this.crumbs.sweep(); // Go: none → 8');
  });
});

test('what upstream defers stands beside what ours does at last, and beside the try that this ends', () => {
  const go = `
func (w *worker) once() bool {
	key := w.next()
	defer w.finish(key)

	w.do(key)
	return true
}`;
  const ours = `
once(): boolean {
  const key = this.next();
  try {
    this.do(key);
    return true;
  } finally {
    this.finish(key);
  }
}`;
  expect(map(ours, go)).toEqual([
    'once(): boolean { → 0',
    'const key = this.next(); → 1',
    'try { → 2',
    'this.do(key); → 4',
    'return true; → 5',
    '} finally { → 2',
    'this.finish(key); → 2',
    '} → 0',
    '} → 0',
  ]);
});

describe('marks', () => {
  const go = `
func names(cats []Cat) []string {
	var all []string
	for _, cat := range cats {
		all = append(all, cat.Name)
	}
	for i := range all {
		all[i] = clean(all[i])
	}
	return all
}`;
  const ours = (mark: string, second = ''): string => `
function names(cats: readonly Cat[]): string[] {
  const raw = cats.map(({ name }) => name);${mark}
  return raw.map(wash);${second}
}`;

  test('say where a line belongs; a block that only it stands beside lights whole', () => {
    expect(map(ours(' // Go: range', ' // Go: range#2'), go)).toEqual([
      'function names(cats: readonly Cat[]): string[] { → 0',
      'const raw = cats.map(({ name }) => name); // Go: range → 2-4',
      'return raw.map(wash); // Go: range#2 → 5-7',
      '} → 0',
    ]);
  });

  test('may stand on a line of their own, before the line that they speak of', () => {
    const alone = ours('').replace('  const', '  // Go: append\n  const');
    expect(map(alone, go)).toContain('const raw = cats.map(({ name }) => name); → 3');
  });

  test('that name nothing are told, and so are those that go back up', () => {
    expect(says(ours(' // Go: dog'), go)).toEqual([
      'const raw = cats.map(({ name }) => name); // Go: dog: "// Go: dog" names no line of upstream\'s declaration',
    ]);
    expect(says(ours(' // Go: range#3'), go)[0]).toContain('"// Go: range#3" names no line');
    expect(says(ours(' // Go: range#2', ' // Go: append'), go)).toEqual([
      'return raw.map(wash); // Go: append: "// Go: append" names a line above that of the mark before it',
    ]);
  });
});

test('a function that upstream writes inside another lights lines of that', () => {
  const go = `
func (g *garden) water(beds []*Bed) {
	var wg sync.WaitGroup
	wg.Add(len(beds))
	for _, bed := range beds {
		go func(b *Bed) {
			defer wg.Done()
			if b.Dry() {
				g.pour(b)
			}
		}(bed)
	}
	wg.Wait()
}`;
  const ours = `
*#waterOne(bed: Bed, wg: WaitGroup): Blocking<void> {
  if (bed.dry()) {
    yield* this.pour(bed);
  }
  wg.done();
}`;
  expect(map(ours, go, { part: true }).slice(1)).toEqual([
    'if (bed.dry()) { → 6',
    'yield* this.pour(bed); → 7',
    '} → 6',
    'wg.done(); → 5',
    '} → 0',
  ]);
});

test('of a class the fields and the constructor find their fields, in whatever order', () => {
  const source = lines(`
export class Shop {
  readonly #till: Till;
  readonly #door: Door;

  constructor(parts: Parts) {
    this.#till = parts.till;
    this.#door = parts.door;
  }

  /** Ours. */
  open(): void {
    this.#door.open();
  }
}`);
  const symbols = [
    { kind: 'class', name: 'Shop', from: 1, to: 14 },
    { kind: 'function', name: 'Shop.constructor', from: 5, to: 8 },
    { kind: 'function', name: 'Shop.open', from: 11, to: 13 },
  ] as const;
  const shop = linesOf(symbols[0], symbols, source);
  expect(shop.slice(10, 13)).toEqual(['', '', '']);
  expect(linesOf(symbols[2], symbols, source)).toEqual(source.slice(10, 13));
  const go = `
type Shop struct {
	door Door
	// Counts.
	till *Till
}`;
  expect(map(shop.join('\n'), go).slice(0, 7)).toEqual([
    'export class Shop { → 0',
    'readonly #till: Till; → 3',
    'readonly #door: Door; → 1',
    'constructor(parts: Parts) { → 0',
    'this.#till = parts.till; → 3',
    'this.#door = parts.door; → 1',
    '} → 0',
  ]);
});

test('what a constructor sets stands beside the field of the literal that sets it, in any order', () => {
  const go = `
func NewOven(client Client) *Oven {
	oven := &Oven{
		client: client,
		Racks: newRacks(
			client,
		),
		heat: start(client),
	}
	return oven
}`;
  const ours = `
constructor(client: Client) {
  this.#heat = begin(client);
  this.racks = new Racks(client);
  this.#client = client;
}`;
  expect(map(ours, go)).toEqual([
    'constructor(client: Client) { → 0',
    'this.#heat = begin(client); → 6',
    'this.racks = new Racks(client); → 3',
    'this.#client = client; → 2',
    '} → 0',
  ]);
  expect(says(ours, go)).toEqual([]);
});

test('a duration of ours has its unit in its name, which Go has in the type', () => {
  const go = `
func (b *Bakery) rest() {
	b.heatOven(b.bread)
	b.heat(b.bread)
}`;
  const ours = `
rest(): void {
  this.heatMs(this.bread);
}`;
  expect(map(ours, go)[1]).toBe('this.heatMs(this.bread); → 2');
});
