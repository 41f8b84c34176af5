import { describe, expect, test } from 'vitest';
import type { Secret, ServiceAccount } from '../../../../../../src/runtime/kubernetes/pkg/api/objects.ts';
import {
  makeSecretQueueKey,
  makeServiceAccountKey,
  newTokensController,
  parseSecretQueueKey,
  parseServiceAccountKey,
  type TokensController,
} from '../../../../../../src/runtime/kubernetes/pkg/controller/serviceaccount/tokens_controller.ts';
import { jwtTokenGenerator } from '../../../../../../src/runtime/kubernetes/pkg/serviceaccount/jwt.ts';
import { legacyIssuer } from '../../../../../../src/runtime/kubernetes/pkg/serviceaccount/legacy.ts';
import {
  type StatusError,
  newConflict,
  newForbidden,
  newInternalError,
  newNotFound,
  withCause,
} from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { base64 } from '../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import { Bed } from '../bed.ts';

const annotations = {
  'kubernetes.io/service-account.name': 'default',
  'kubernetes.io/service-account.uid': '12345',
};

const complete = { token: base64('ABC'), namespace: base64('default'), 'ca.crt': base64('CA Data') };

function account(secrets: readonly string[], more: object = {}): ServiceAccount {
  return {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default', namespace: 'default', uid: '12345', resourceVersion: '1', ...more },
    ...(secrets.length > 0 ? { secrets: secrets.map((name) => ({ name })) } : {}),
  };
}

function tokenSecret(data: Readonly<Record<string, string | undefined>> = complete): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'token-secret-1',
      namespace: 'default',
      uid: '23456',
      resourceVersion: '1',
      annotations,
    },
    type: 'kubernetes.io/service-account-token',
    data: data as Record<string, string>,
  };
}

/** A controller over caches and an API that are filled by hand, and what it asks of the API. */
class Stage extends Bed {
  readonly controller: TokensController;
  readonly stored = new Map<string, ServiceAccount | Secret>();

  constructor(maxRetries = 10) {
    super();
    const v1 = this.informers.core().v1();
    this.controller = newTokensController(this.sim, v1.serviceAccounts(), v1.secrets(), this.client, {
      tokenGenerator: { generateToken: () => ['ABC', undefined] },
      rootCA: 'CA Data',
      maxRetries,
    });
    // Uids and versions are those of the test.
    const { server, stored } = this;
    server.do = ({ verb, resource, name = '', body }) => {
      const object = body as ServiceAccount | Secret | undefined;
      const key = `${resource}/${name || (object?.metadata.name ?? '')}`;
      const found = stored.get(key);
      if (verb !== 'create' && !found) return [undefined, notFound(resource, name)];
      if (verb === 'delete') stored.delete(key);
      else if (object) stored.set(key, object);
      return [(verb === 'get' ? found : (object ?? found)) as ServiceAccount, undefined];
    };
  }

  inAPI(...objects: readonly (ServiceAccount | Secret)[]): this {
    for (const object of objects) {
      const resource = object.kind === 'Secret' ? 'secrets' : 'serviceaccounts';
      this.stored.set(`${resource}/${object.metadata.name}`, object);
    }
    return this;
  }

  cached(...objects: readonly (ServiceAccount | Secret)[]): this {
    const v1 = this.informers.core().v1();
    for (const object of objects) {
      if (object.kind === 'Secret')
        v1.secrets()
          .informer()
          .getIndexer()
          .add(object as Secret);
      else
        v1.serviceAccounts()
          .informer()
          .getIndexer()
          .add(object as ServiceAccount);
    }
    return this;
  }

  /** Tells the controller of an account, has it work for ten seconds, and gives its requests; names of new Secrets end in …. */
  afterAccount(sa: ServiceAccount): string[] {
    this.controller.queueServiceAccountSync(sa);
    return this.#work();
  }

  afterSecret(secret: Secret): string[] {
    this.controller.queueSecretSync(secret);
    return this.#work();
  }

  #work(): string[] {
    for (const next of ['syncServiceAccount', 'syncSecret'] as const) {
      const { controller } = this;
      this.sim.go(
        next,
        (function* () {
          for (;;) yield* controller[next]();
        })(),
      );
    }
    this.sim.runFor(10_000);
    return this.requests;
  }
}

const notFound = (resource: string, name: string) =>
  new Bed().server.do({
    verb: 'get',
    resource,
    namespace: 'default',
    name,
    userAgent: 'test',
  })[1] as NonNullable<ReturnType<Bed['refuse']>>;

const getAccount = 'get serviceaccounts default';
const giveToken = [getAccount, 'create secrets', 'update serviceaccounts default'];

describe('an account', () => {
  test.each([
    ['without Secrets', []],
    ['with Secrets that are missing', ['missing-secret-1']],
    ['with Secrets that are no tokens', ['regular-secret-1']],
  ])('%s gets one with a token', (_name, secrets) => {
    const sa = account(secrets);
    const stage = new Stage().inAPI(sa).cached(sa);
    expect(stage.afterAccount(sa)).toEqual(giveToken);
    const after = stage.stored.get('serviceaccounts/default') as ServiceAccount;
    const name = after.secrets?.at(-1)?.name ?? '';
    expect(after.secrets?.map((secret) => secret.name)).toEqual([...secrets, name]);
    expect(name).toMatch(/^default-token-[a-z0-9]{5}$/);
    expect(stage.stored.get(`secrets/${name}`)).toMatchObject({
      metadata: { annotations },
      type: 'kubernetes.io/service-account-token',
      data: complete,
    });
  });

  test('with a token needs no other', () => {
    const sa = account(['token-secret-1']);
    expect(new Stage().inAPI(sa).cached(sa, tokenSecret()).afterAccount(sa)).toEqual([]);
  });

  test('that was just given a token gets no other, although the cache has not seen that', () => {
    const sa = account([]);
    const stage = new Stage().inAPI(sa).cached(sa);
    stage.afterAccount(sa);
    const after = stage.stored.get('serviceaccounts/default') as ServiceAccount;
    stage.requests.length = 0;
    expect(stage.cached(after).afterAccount(after)).toEqual([]);
  });

  test('of which the cache is behind is looked at again', () => {
    const sa = account([]);
    const live = account([], { resourceVersion: '2' });
    expect(new Stage(1).inAPI(live).cached(sa).afterAccount(sa)).toEqual([getAccount, getAccount]);
  });

  test.each([
    ['until it succeeds', 10, 2, [getAccount, 'create secrets', getAccount, 'create secrets', ...giveToken]],
    [
      'as often as is allowed',
      2,
      Infinity,
      [getAccount, 'create secrets', getAccount, 'create secrets', getAccount, 'create secrets'],
    ],
    [
      'ten times, where nothing else is said',
      0,
      Infinity,
      Array.from({ length: 11 }, () => [getAccount, 'create secrets']).flat(),
    ],
  ])('INI-04: whose Secret is refused is tried again %s', (_name, maxRetries, times, requests) => {
    const sa = account([]);
    const stage = new Stage(maxRetries).inAPI(sa).cached(sa);
    let refused = 0;
    stage.refuse = ({ verb }) =>
      verb === 'create' && refused++ < times
        ? newForbidden({ group: '', resource: 'secrets' }, 'foo', new Error('no can do'))
        : undefined;
    expect(stage.afterAccount(sa)).toEqual(requests);
  });

  test('that is gone takes its tokens along, and nothing else', () => {
    const opaque: Secret = { ...tokenSecret(), type: 'Opaque' };
    expect(
      new Stage()
        .inAPI(opaque)
        .cached(opaque)
        .afterAccount(account(['token-secret-1'])),
    ).toEqual([]);
    const stage = new Stage().inAPI(tokenSecret()).cached(tokenSecret());
    expect(stage.afterAccount(account(['token-secret-1']))).toEqual(['delete secrets token-secret-1']);
  });
});

describe('a Secret with a token', () => {
  const sa = account(['token-secret-1']);

  test('goes if there is no account, which the API is asked for', () => {
    const stage = new Stage().inAPI(tokenSecret()).cached(tokenSecret());
    expect(stage.afterSecret(tokenSecret())).toEqual([getAccount, 'delete secrets token-secret-1']);
  });

  test.each([
    ['all', complete, undefined],
    ['another namespace, which somebody wanted so', { ...complete, namespace: base64('custom') }, undefined],
    ['no token', { ...complete, token: undefined }, complete],
    ['no certificate', { ...complete, 'ca.crt': undefined }, complete],
    ['another certificate', { ...complete, 'ca.crt': base64('mismatched') }, complete],
    ['no namespace', { ...complete, namespace: undefined }, complete],
  ])('that has %s', (_name, data, written) => {
    const secret = tokenSecret(data);
    const stage = new Stage().inAPI(sa, secret).cached(sa, secret);
    const update = ['get secrets token-secret-1', 'update secrets token-secret-1'];
    expect(stage.afterSecret(secret)).toEqual(written ? update : []);
    expect((stage.stored.get('secrets/token-secret-1') as Secret).data).toEqual(written ?? data);
  });

  test('that is gone is no longer named by its account', () => {
    expect(new Stage().afterSecret(tokenSecret())).toEqual([]);
    const stage = new Stage().inAPI(sa).cached(sa);
    expect(stage.afterSecret(tokenSecret())).toEqual([getAccount, 'update serviceaccounts default']);
    expect(stage.stored.get('serviceaccounts/default')).not.toHaveProperty('secrets.0');
    const without = account([]);
    expect(new Stage().inAPI(without).cached(without).afterSecret(tokenSecret())).toEqual([getAccount]);
  });
});

describe('what is refused', () => {
  const conflict = newConflict({ group: '', resource: 'x' }, 'x', new Error('late'));
  const missing = newNotFound({ group: '', resource: 'x' }, 'x');
  const no = newInternalError(new Error('no'));
  const terminating = withCause(newForbidden({ group: '', resource: 'secrets' }, 'x', new Error('going')), {
    reason: 'NamespaceTerminating',
    message: 'namespace is being terminated',
    field: 'metadata.namespace',
  });
  const update = 'update serviceaccounts default';
  const updateSecret = 'update secrets token-secret-1';
  const deleteSecret = 'delete secrets token-secret-1';
  const [getSecret, ...dropped] = ['get secrets token-secret-1', 'delete secrets …'];

  /** Refuses the first request of these words. */
  const refusing = (stage: Stage, words: string, err: StatusError): Stage => {
    let left = 1;
    stage.refuse = ({ verb, resource, name = '' }) =>
      `${verb} ${resource} ${name}`.trim() === words && left-- > 0 ? err : undefined;
    return stage;
  };
  const told = (requests: string[]): string[] =>
    requests.map((words) => words.replace(/default-token-[a-z0-9]{5}$/, '…'));

  test.each<[string, StatusError, string[]]>([
    [getAccount, no, [getAccount, ...giveToken]],
    ['create secrets', no, [getAccount, 'create secrets', ...giveToken]],
    // Nothing can be created in a namespace that is going away.
    ['create secrets', terminating, [getAccount, 'create secrets']],
    // The Secret that nobody would use goes again.
    [update, no, [...giveToken, ...dropped, ...giveToken]],
    [update, missing, [...giveToken, ...dropped]],
    // Read anew, the account is still without one.
    [update, conflict, [...giveToken, getAccount, update]],
  ])('to an account without a token: %s, %s', (words, err, requests) => {
    const sa = account([]);
    const stage = refusing(new Stage().inAPI(sa).cached(sa), words, err);
    expect(told(stage.afterAccount(sa))).toEqual(requests);
    if (err !== terminating && err !== missing)
      expect((stage.stored.get('serviceaccounts/default') as ServiceAccount).secrets).toHaveLength(1);
  });

  test.each<[string, ServiceAccount | undefined]>([
    ['is another by then', account([], { uid: 'other' })],
    ['has a token by then', account(['token-secret-1'], { resourceVersion: '2' })],
    ['is gone by then', undefined],
  ])('to an account that %s: the new Secret goes again', (_name, by) => {
    const sa = account([]);
    const stage = new Stage().inAPI(sa).cached(sa);
    stage.refuse = ({ verb, resource }) => {
      if (verb !== 'update' || resource !== 'serviceaccounts') return undefined;
      stage.stored.delete('serviceaccounts/default');
      stage.cached(tokenSecret());
      if (by) stage.inAPI(by);
      return conflict;
    };
    expect(told(stage.afterAccount(sa))).toEqual([...giveToken, getAccount, ...dropped]);
    expect(stage.stored.get('serviceaccounts/default')).toEqual(by);
    expect([...stage.stored.keys()].filter((key) => key.startsWith('secrets/'))).toEqual([]);
  });

  test.each<[string, StatusError, string[]]>([
    [deleteSecret, no, [deleteSecret, deleteSecret]],
    [deleteSecret, missing, [deleteSecret]],
    [deleteSecret, conflict, [deleteSecret]],
  ])('to the tokens of an account that is gone: %s, %s', (words, err, requests) => {
    const stage = refusing(new Stage().inAPI(tokenSecret()).cached(tokenSecret()), words, err);
    expect(stage.afterAccount(account([]))).toEqual(requests);
  });

  test('deletes all tokens of an account that is gone, though one of them is refused', () => {
    const second = { ...tokenSecret(), metadata: { ...tokenSecret().metadata, name: 'second', uid: '3' } };
    const stage = new Stage().inAPI(tokenSecret(), second).cached(tokenSecret(), second);
    const other = 'delete secrets second';
    refusing(stage, other, no);
    expect(stage.afterAccount(account([]))).toEqual([other, deleteSecret, other, deleteSecret]);
    expect([...stage.stored.keys()]).toEqual([]);
  });

  test.each<[string, StatusError, string[]]>([
    [getAccount, no, [getAccount, getAccount, deleteSecret]],
    [deleteSecret, no, [getAccount, deleteSecret, getAccount, deleteSecret]],
    [deleteSecret, missing, [getAccount, deleteSecret]],
  ])('to a Secret without an account: %s, %s', (words, err, requests) => {
    const stage = refusing(new Stage().inAPI(tokenSecret()).cached(tokenSecret()), words, err);
    expect(stage.afterSecret(tokenSecret())).toEqual(requests);
  });

  test.each<[string, StatusError, string[]]>([
    [getSecret!, no, [getSecret!, getSecret!, updateSecret]],
    [getSecret!, missing, [getSecret!]],
    [updateSecret, no, [getSecret!, updateSecret, getSecret!, updateSecret]],
    [updateSecret, missing, [getSecret!, updateSecret]],
    [updateSecret, conflict, [getSecret!, updateSecret]],
  ])('to a Secret that lacks something: %s, %s', (words, err, requests) => {
    const sa = account(['token-secret-1']);
    const secret = tokenSecret({ ...complete, token: undefined });
    const stage = refusing(new Stage().inAPI(sa, secret).cached(sa, secret), words, err);
    expect(stage.afterSecret(secret)).toEqual(requests);
  });

  test.each<[string, StatusError, string[]]>([
    [getAccount, no, [getAccount]],
    [getAccount, missing, [getAccount]],
    [update, no, [getAccount, update]],
    [update, missing, [getAccount, update]],
    [update, conflict, [getAccount, update, getAccount, update]],
  ])('to an account whose Secret is gone: %s, %s', (words, err, requests) => {
    const sa = account(['token-secret-1', 'other']);
    const stage = refusing(new Stage().inAPI(sa).cached(sa), words, err);
    expect(stage.afterSecret(tokenSecret())).toEqual(requests);
    if (err === conflict)
      expect((stage.stored.get('serviceaccounts/default') as ServiceAccount).secrets).toEqual([
        { name: 'other' },
      ]);
  });
});

describe('of another account of that name', () => {
  const another = account(['token-secret-1'], { uid: 'other' });

  test('a token is not taken for one of this', () => {
    const stage = new Stage().inAPI(another, tokenSecret()).cached(another, tokenSecret());
    expect(stage.afterAccount(another)).toEqual(giveToken);
    // The account of the Secret is gone.
    stage.requests.length = 0;
    expect(stage.afterSecret(tokenSecret())).toEqual([getAccount, 'delete secrets token-secret-1']);
  });

  test('nothing is forgotten when a Secret of this goes', () => {
    const stage = new Stage().inAPI(another).cached(account(['token-secret-1']));
    expect(stage.afterSecret(tokenSecret())).toEqual([getAccount]);
    expect(new Stage().inAPI(another).cached(another).afterSecret(tokenSecret())).toEqual([]);
  });

  test('a Secret that says no uid is of whatever account has the name', () => {
    const { 'kubernetes.io/service-account.name': name } = annotations;
    const metadata = {
      ...tokenSecret().metadata,
      annotations: { 'kubernetes.io/service-account.name': name },
    };
    const secret = { ...tokenSecret({}), metadata };
    const stage = new Stage().inAPI(another, secret).cached(secret);
    expect(stage.afterSecret(secret)).toEqual([
      getAccount,
      'get secrets token-secret-1',
      'update secrets token-secret-1',
    ]);
    expect(stage.stored.get('secrets/token-secret-1')).toMatchObject({
      metadata: { annotations: { ...annotations, 'kubernetes.io/service-account.uid': 'other' } },
      data: complete,
    });
  });

  test('a Secret of which the cache is behind waits for its event', () => {
    const sa = account(['token-secret-1']);
    const cachedSecret = tokenSecret({});
    const live = { ...tokenSecret(), metadata: { ...tokenSecret().metadata, resourceVersion: '2' } };
    const stage = new Stage().inAPI(sa, live).cached(sa, cachedSecret);
    expect(stage.afterSecret(cachedSecret)).toEqual(['get secrets token-secret-1']);
  });
});

describe('a tokens controller that runs', () => {
  const running = (workers = 1, rootCA = ''): Bed => {
    const bed = new Bed();
    const v1 = bed.informers.core().v1();
    const controller = newTokensController(bed.sim, v1.serviceAccounts(), v1.secrets(), bed.client, {
      tokenGenerator: { generateToken: () => ['ABC', undefined] },
      rootCA,
    });
    bed.start(controller.run(workers, bed.stop));
    bed.sim.runFor(100);
    return bed;
  };
  const patch = (bed: Bed, resource: string, name: string, body: object): void => {
    bed.do('patch', resource, { name, patchType: 'application/merge-patch+json', body });
    bed.sim.runFor(1000);
  };

  test('completes a Secret that somebody makes, and again when somebody takes something out of it', () => {
    const bed = running();
    bed.create('serviceaccounts', { metadata: { name: 'robot' } });
    bed.sim.runFor(100);
    const metadata = { name: 'mine', annotations: { 'kubernetes.io/service-account.name': 'robot' } };
    bed.create('secrets', { metadata, type: 'kubernetes.io/service-account-token' });
    bed.sim.runFor(100);
    const data = { token: base64('ABC'), namespace: base64('default') };
    expect(bed.get<Secret>('secrets', 'mine').data).toEqual(data);
    patch(bed, 'secrets', 'mine', { data: { token: null } });
    expect(bed.get<Secret>('secrets', 'mine').data).toEqual(data);
  });

  test('gives an account another token when somebody makes it forget its own, and leaves other Secrets', () => {
    const bed = running();
    bed.create('serviceaccounts', { metadata: { name: 'robot' } });
    bed.create('secrets', { metadata: { name: 'plain' }, type: 'Opaque', data: {} });
    bed.sim.runFor(100);
    patch(bed, 'serviceaccounts', 'robot', { secrets: null });
    const [secret] = bed.get<ServiceAccount>('serviceaccounts', 'robot').secrets ?? [];
    expect(secret?.name).toMatch(/^robot-token-/);
    expect(bed.list('secrets')).toHaveLength(3);
    expect(bed.get<Secret>('secrets', 'plain').data ?? {}).toEqual({});
  });

  test('has as many workers on either side as it is told, and ends with them', () => {
    const bed = running(2);
    const workers = (): string[] =>
      [...bed.sim.processes.values()]
        .map(({ name }) => name)
        .filter((name) => /^(tokens\/|controller)/.test(name))
        .toSorted();
    expect(workers()).toEqual([
      'controller',
      'tokens/accounts-1',
      'tokens/accounts-2',
      'tokens/secrets-1',
      'tokens/secrets-2',
    ]);
    bed.stop.close();
    bed.sim.runFor(100);
    expect(workers()).toEqual([]);
    bed.create('serviceaccounts', { metadata: { name: 'robot' } });
    bed.sim.runFor(1000);
    expect(bed.list('secrets')).toEqual([]);
  });
});

test('it says in the token whose it is, and that nobody signed it', () => {
  const bed = new Bed();
  const v1 = bed.informers.core().v1();
  const controller = newTokensController(bed.sim, v1.serviceAccounts(), v1.secrets(), bed.client, {
    tokenGenerator: jwtTokenGenerator(legacyIssuer),
  });
  bed.start(controller.run(5, bed.stop));
  const { uid } = bed.create('serviceaccounts', { metadata: { name: 'robot' } }).metadata;
  bed.sim.runFor(1000);
  const [secret] = bed.list<Secret>('secrets');
  expect(bed.list<Secret>('secrets')).toHaveLength(1);
  expect(bed.get<ServiceAccount>('serviceaccounts', 'robot').secrets).toEqual([
    { name: secret?.metadata.name },
  ]);
  const token = Buffer.from(secret?.data?.['token'] ?? '', 'base64').toString();
  const [header = '', claims = '', signature] = token.split('.');
  const decoded = [header, claims].map(
    (part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object,
  );
  expect(decoded).toEqual([
    { alg: 'none', kid: '' },
    {
      iss: 'kubernetes/serviceaccount',
      sub: 'system:serviceaccount:default:robot',
      'kubernetes.io/serviceaccount/service-account.name': 'robot',
      'kubernetes.io/serviceaccount/service-account.uid': uid,
      'kubernetes.io/serviceaccount/secret.name': secret?.metadata.name,
      'kubernetes.io/serviceaccount/namespace': 'default',
    },
  ]);
  expect(signature).toBe('');
  // From either side: without the account the Secret goes, without the Secret the account gets another.
  bed.do('delete', 'secrets', { name: secret?.metadata.name });
  bed.sim.runFor(2000);
  const [second] = bed.list<Secret>('secrets');
  expect(bed.get<ServiceAccount>('serviceaccounts', 'robot').secrets).toEqual([
    { name: second?.metadata.name },
  ]);
  bed.do('delete', 'serviceaccounts', { name: 'robot' });
  bed.sim.runFor(2000);
  expect(bed.list('secrets')).toEqual([]);
});

const metadata = { namespace: 'ns', name: 'web', uid: 'u1' };

describe('the key of an account', () => {
  test('says which one', () => {
    const key = makeServiceAccountKey({ metadata } as ServiceAccount);
    expect(parseServiceAccountKey(key)).toEqual([metadata, undefined]);
  });

  test.each(['', 'ns', 'ns/web', 'ns/web/', '/web/u1', 'ns//u1'])('%j is none', (key) => {
    expect(parseServiceAccountKey(key)[1]?.message).toBe(`invalid serviceaccount key: ${key}`);
  });
});

describe('the key of a Secret', () => {
  const keyOf = (annotations?: Record<string, string>): string =>
    makeSecretQueueKey({ metadata: { ...metadata, annotations } } as unknown as Secret);
  const name = { 'kubernetes.io/service-account.name': 'robot' };

  test('says which one, and of which account', () => {
    const key = keyOf({ ...name, 'kubernetes.io/service-account.uid': 'u2' });
    expect(parseSecretQueueKey(key)).toEqual([{ ...metadata, saName: 'robot', saUID: 'u2' }, undefined]);
    expect(parseSecretQueueKey(keyOf(name))).toEqual([
      { ...metadata, saName: 'robot', saUID: '' },
      undefined,
    ]);
  });

  test('is none where no account is named', () => {
    const key = keyOf();
    expect(parseSecretQueueKey(key)[1]?.message).toBe(`invalid secret key: ${key}`);
  });

  test('holds whatever a uid holds', () => {
    const key = keyOf({ ...name, 'kubernetes.io/service-account.uid': 'a/b' });
    expect(parseSecretQueueKey(key)[0]?.saUID).toBe('a/b');
  });

  test.each(['', 'ns/web/u1', '/web/u1/robot/', 'ns//u1/robot/', 'ns/web//robot/'])('%j is none', (key) => {
    expect(parseSecretQueueKey(key)[1]?.message).toBe(`invalid secret key: ${key}`);
  });
});
