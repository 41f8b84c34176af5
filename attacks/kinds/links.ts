import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { decodeCluster } from '../../playground/scheduler/cluster-link.ts';
import { examples } from '../../playground/scheduler/examples.ts';
import { ownFile, ownStart } from '../../playground/scheduler/plugin-files.ts';
import { defaultProfile } from '../../playground/scheduler/profile.ts';
import { packText } from '../../src/components/base/packed-text.ts';
import { packEdits, unpackEdits } from '../../src/components/scope/link/edited-link.ts';
import type { TextOfFile } from '../../src/components/scope/link/edited-part.ts';
import { decodeMoment } from '../../src/components/scope/link/share-link.ts';
import type { Attack, Ground, Try } from '../attack.ts';
import { codeOfSite } from '../code-of-site.ts';
import { oddJson } from '../hostile-text.ts';
import { messageWrongs, tryOut } from '../wrongs.ts';

/** A page is opened for one link in so many, and for no more than these. */
const opensOneIn = 25;
const mostOpened = 40;
/** Links that are read, at most. */
const enough = 5_000;

/** Links to moments and to clusters: refused in words, or opened; nothing is run, and nothing else changes. */
export const attack: Attack = {
  kind: 'links',
  async *tries(ground) {
    const { seed, most } = ground;
    const ours = await codeOfSite(await ground.site(), file);
    const textOfFile = (asked: string): Promise<string> =>
      asked === file ? Promise.resolve(ours) : Promise.reject(new Error(`expected ${file}, found ${asked}`));
    const links = await linksOf(textOfFile);
    const opened = await opener(ground);
    for (let i = 0; i < Math.min(most, enough); i++) {
      const [link] = fc.sample(links, { seed: seed + i, numRuns: 1 });
      const fragment = link ? await fragmentOf(link) : '';
      yield tryOut(fragment, async () => readWrongs(fragment, textOfFile));
      if (i % opensOneIn === 0 && i / opensOneIn < mostOpened) yield opened(fragment);
    }
  },
};

/** What a link holds, as JSON; packed or not, and cut off or not. */
interface Link {
  readonly prefix: '#scope=' | '#cluster=';
  readonly json: string;
  readonly packed: boolean;
  /** How many letters are left out, and where. */
  readonly cut: readonly [number, number];
}

const file = 'kubernetes/pkg/controller/replicaset/replica_set.ts';

async function linksOf(textOfFile: TextOfFile): Promise<fc.Arbitrary<Link>> {
  const ours = await textOfFile(file);
  const packed = await packEdits({ [file]: ours.replace('let diff', 'let  diff') }, textOfFile);
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  };
  const acts = [
    [300, { kind: 'scale', namespace: 'default', name: 'web', replicas: 5 }],
    [310, { kind: 'apply', object: pod }],
    [320, { kind: 'relabel', resource: 'pods', namespace: 'default', name: 'a', labels: { a: null } }],
    [330, { kind: 'lose-event', program: 'kube-controller-manager', resource: 'pods', times: 1 }],
  ];
  const moments = [
    [1, 'controllers/replicaset', 1, 40, acts],
    [1, 'controllers/replicaset', 1, 40, [], packed],
  ];
  const clusters = [
    [1, examples[0]?.text ?? '', [{ kind: 'Pod', key: 'default/a', text: null }], defaultProfile, 1],
    [
      1,
      'kind: Node',
      [],
      { ...defaultProfile, configuration: 'kind: KubeSchedulerConfiguration' },
      1,
      { [ownFile]: ownStart },
    ],
  ];
  const cut = fc.oneof(
    { weight: 8, arbitrary: fc.constant([0, 0] as const) },
    { weight: 1, arbitrary: fc.tuple(fc.nat(400), fc.nat(5)) },
  );
  const of = (prefix: Link['prefix'], wholes: readonly unknown[], isPacked: boolean): fc.Arbitrary<Link> =>
    fc.record({ prefix: fc.constant(prefix), json: spoiled(wholes), packed: fc.constant(isPacked), cut });
  return fc.oneof(
    of('#scope=', moments, false),
    of('#cluster=', clusters, true),
    of('#cluster=', clusters, false),
  );
}

/** A value with one of its parts, at any depth, in another form: as JSON, so that keys such as "__proto__" are kept. */
function spoiled(wholes: readonly unknown[]): fc.Arbitrary<string> {
  return fc
    .record({ whole: fc.constantFrom(...wholes), at: fc.nat(), by: oddJson, named: fc.boolean() })
    .map(({ whole, at, by, named }) => {
      let places = 0;
      JSON.stringify(whole, (_key, value: unknown) => (places++, value));
      const place = at % places;
      places = 0;
      const mark = 'the part that is another';
      const marked = JSON.stringify(whole, (_key, value: unknown) => (places++ === place ? mark : value));
      const member = `"__proto__": ${by}, "constructor"`;
      return named && marked.includes(`"${mark}",`)
        ? marked
            .replace(
              /"(\w+)":"the part that is another"/,
              (_, name: string) => `${member}: 1, "${name}": ${by}`,
            )
            .replace(`"${mark}"`, () => by)
        : marked.replace(`"${mark}"`, () => by);
    });
}

async function fragmentOf({ prefix, json, packed, cut: [from, length] }: Link): Promise<string> {
  const letters = packed ? await packText(json) : Buffer.from(json).toString('base64url');
  return prefix + letters.slice(0, from) + letters.slice(from + length);
}

async function readWrongs(fragment: string, textOfFile: TextOfFile): Promise<string[]> {
  if (fragment.startsWith('#cluster=')) {
    const [input, err] = await decodeCluster(fragment);
    if ((input === undefined) === (err === undefined)) return ['it is neither a cluster nor refused'];
    return err ? [...messageWrongs(err.message)] : [];
  }
  const [moment, err] = decodeMoment(fragment);
  if ((moment === undefined) === (err === undefined)) return ['it is neither a moment nor refused'];
  if (err) return [...messageWrongs(err.message)];
  if (moment?.packed === undefined) return [];
  const [edits, wrong] = await unpackEdits(moment.packed, textOfFile);
  if ((edits === undefined) === (wrong === undefined))
    return ['it holds neither edits nor what is wrong with them'];
  return wrong ? [...messageWrongs(wrong.message)] : [];
}

/** Opens links in a page of the built site, one after another. */
async function opener(ground: Ground): Promise<(fragment: string) => Promise<Try>> {
  const address = await ground.site();
  const browser = await ground.browser();
  return async (fragment) => {
    const context = await browser.newContext({ reducedMotion: 'reduce', serviceWorkers: 'block' });
    const page = await context.newPage();
    try {
      return await tryOut(`in a page: ${fragment}`, async () => [
        ...(await pageWrongs(page, address, fragment)),
      ]);
    } finally {
      await context.close();
    }
  };
}

async function pageWrongs(page: Page, address: string, fragment: string): Promise<string[]> {
  const wrongs: string[] = [];
  page.on('pageerror', (error) => wrongs.push(`the page threw ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
      wrongs.push(`it asked for ${request.url()}`);
  });
  const isCluster = fragment.startsWith('#cluster=');
  await page.goto(
    `${address}${isCluster ? '/playground/scheduler/' : '/controllers/replicaset/'}${fragment}`,
  );
  const alive = isCluster ? 'loop-scheduler:not([aria-busy]) .lab-live' : '.scope[data-live="true"]';
  await page.locator(alive).first().waitFor({ timeout: 60_000 });
  const found = await page.evaluate(() => ({
    markup: document.querySelector('img[src="x"]') !== null,
    polluted: 'polluted' in {},
  }));
  if (found.markup) wrongs.push('its text is markup in the page');
  if (found.polluted) wrongs.push('it changed what every object of the page has');
  return wrongs;
}
