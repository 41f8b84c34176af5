import type { Result } from '../../../../go/result.ts';
import type { Chan } from '../../../../sim/chan.ts';
import type { Blocking } from '../../../../sim/process.ts';
import type { Sim } from '../../../../sim/sim.ts';
import {
  hasStatusCause,
  isConflict,
  isNotFound,
} from '../../../staging/src/k8s.io/apimachinery/pkg/api/errors/errors.ts';
import { base64 } from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/base64.ts';
import type {
  Secret as AnySecret,
  ServiceAccount as AnyServiceAccount,
} from '../../../staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { newAggregate } from '../../../staging/src/k8s.io/apimachinery/pkg/util/errors/errors.ts';
import { type BackoffOptions, until } from '../../../staging/src/k8s.io/apimachinery/pkg/util/wait/wait.ts';
import {
  isServiceAccountToken,
  secretTypeServiceAccountToken,
  serviceAccountNameKey,
  serviceAccountUIDKey,
} from '../../../staging/src/k8s.io/apiserver/pkg/authentication/serviceaccount/util.ts';
import { generateName } from '../../../staging/src/k8s.io/apiserver/pkg/storage/names/generate.ts';
import type { SecretInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/secret.ts';
import type { ServiceAccountInformer } from '../../../staging/src/k8s.io/client-go/informers/core/v1/serviceaccount.ts';
import type { Clientset } from '../../../staging/src/k8s.io/client-go/kubernetes/clientset.ts';
import type { ServiceAccountLister } from '../../../staging/src/k8s.io/client-go/listers/core/v1/serviceaccount.ts';
import {
  FilteringResourceEventHandler,
  ResourceEventHandlerFuncs,
} from '../../../staging/src/k8s.io/client-go/tools/cache/controller.ts';
import { DeletedFinalStateUnknown } from '../../../staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import { namespaceIndex } from '../../../staging/src/k8s.io/client-go/tools/cache/index.ts';
import {
  type MutationCache,
  newIntegerResourceVersionMutationCache,
} from '../../../staging/src/k8s.io/client-go/tools/cache/mutation_cache.ts';
import {
  type InformerSynced,
  waitForNamedCacheSync,
} from '../../../staging/src/k8s.io/client-go/tools/cache/shared_informer.ts';
import { defaultRetry, retryOnConflict } from '../../../staging/src/k8s.io/client-go/util/retry/util.ts';
import { defaultControllerRateLimiter } from '../../../staging/src/k8s.io/client-go/util/workqueue/default_rate_limiters.ts';
import {
  type RateLimitingInterface,
  newNamedRateLimitingQueue,
} from '../../../staging/src/k8s.io/client-go/util/workqueue/rate_limiting_queue.ts';
import type { Secret, ServiceAccount } from '../../api/objects.ts';
import type { TokenGenerator } from '../../serviceaccount/jwt.ts';
import { legacyClaims } from '../../serviceaccount/legacy.ts';
import { namespaceTerminatingCause } from '../controller_utils.ts';

/** Keys of the data of a Secret with a token. */
const tokenKey = 'token';
const namespaceKey = 'namespace';
const rootCAKey = 'ca.crt';

/** How taking a reference to a Secret off its account is tried again. */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#RemoveTokenBackoff
export const removeTokenBackoff: BackoffOptions = { steps: 10, durationMs: 100, jitter: 1 };

/**
 * What a TokensController needs. Of the resyncs 0 means none; `rootCA` is the certificate by which pods know the API
 * server, as text, '' for none; 0 retries stands for ten.
 */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensControllerOptions
export interface TokensControllerOptions {
  readonly tokenGenerator: TokenGenerator;
  readonly serviceAccountResyncMs?: number;
  readonly secretResyncMs?: number;
  readonly rootCA?: string;
  readonly maxRetries?: number;
}

/**
 * The token controller of kube-controller-manager, not yet running. It is started before all others, because those that
 * use an account of their own need its token.
 */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#NewTokensController
export function newTokensController(
  sim: Sim,
  serviceAccounts: ServiceAccountInformer,
  secrets: SecretInformer,
  cl: Clientset,
  options: TokensControllerOptions,
): TokensController {
  return new TokensController(sim, serviceAccounts, secrets, cl, options);
}

/** Whether to try again, and what went wrong. There is a retry without an error: when the cache is behind. */
type Outcome = [retry: boolean, err: Error | undefined];

/**
 * Sees to it that every account has a Secret with a token and says so, and that every such Secret has an account: it
 * looks from both sides, with a queue for each.
 */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController
export class TokensController {
  readonly #sim: Sim;
  readonly #client: Clientset;
  readonly #token: TokenGenerator;
  /** In base64, as it is in a Secret. */
  readonly #rootCA: string;
  readonly #serviceAccounts: ServiceAccountLister;
  /** The cache, with the Secrets that this controller made and whose events have not come yet. */
  readonly #updatedSecrets: MutationCache<Secret>;
  readonly #serviceAccountSynced: InformerSynced;
  readonly #secretSynced: InformerSynced;
  readonly #syncServiceAccountQueue: RateLimitingInterface;
  readonly #syncSecretQueue: RateLimitingInterface;
  readonly #maxRetries: number;

  // Part of: pkg/controller/serviceaccount/tokens_controller.go#NewTokensController
  constructor(
    sim: Sim,
    serviceAccounts: ServiceAccountInformer,
    secrets: SecretInformer,
    cl: Clientset,
    options: TokensControllerOptions,
  ) {
    this.#sim = sim; // Go: none
    this.#client = cl;
    this.#token = options.tokenGenerator;
    this.#rootCA = base64(options.rootCA ?? '');
    this.#maxRetries = options.maxRetries || 10;
    // Go: none
    const newQueue = (name: string): RateLimitingInterface =>
      newNamedRateLimitingQueue(sim, defaultControllerRateLimiter(sim), name);
    this.#syncServiceAccountQueue = newQueue('serviceaccount_tokens_service');
    this.#syncSecretQueue = newQueue('serviceaccount_tokens_secret');

    this.#serviceAccounts = serviceAccounts.lister();
    this.#serviceAccountSynced = () => serviceAccounts.informer().hasSynced();
    serviceAccounts.informer().addEventHandlerWithResyncPeriod(
      new ResourceEventHandlerFuncs<ServiceAccount>({
        addFunc: (sa) => this.queueServiceAccountSync(sa),
        updateFunc: (old, cur) => this.queueServiceAccountUpdateSync(old, cur),
        deleteFunc: (obj) => this.queueServiceAccountSync(obj),
      }),
      options.serviceAccountResyncMs ?? 0,
    );

    const secretCache = secrets.informer().getIndexer();
    this.#updatedSecrets = sim.observe(
      'mutation-cache',
      'serviceaccount-token',
      newIntegerResourceVersionMutationCache(sim, secretCache, 60_000, true),
    );
    this.#secretSynced = () => secrets.informer().hasSynced();
    secrets.informer().addEventHandlerWithResyncPeriod(
      new FilteringResourceEventHandler<Secret>(
        (obj) => !(obj instanceof DeletedFinalStateUnknown) && obj.type === secretTypeServiceAccountToken,
        new ResourceEventHandlerFuncs<Secret>({
          addFunc: (secret) => this.queueSecretSync(secret),
          updateFunc: (old, cur) => this.queueSecretUpdateSync(old, cur),
          deleteFunc: (obj) => this.queueSecretSync(obj),
        }),
      ),
      options.secretResyncMs ?? 0,
    );
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.Run
  *run(workers: number, stopCh: Chan<never>): Blocking<void> {
    try {
      const synced = [this.#serviceAccountSynced, this.#secretSynced];
      if (!(yield* waitForNamedCacheSync(this.#sim, 'tokens', stopCh, ...synced))) {
        return;
      }

      for (let i = 1; i <= workers; i++) {
        this.#sim.go(
          `tokens/accounts-${i}`,
          until(this.#sim, () => this.syncServiceAccount(), 0, stopCh),
        );
        this.#sim.go(
          `tokens/secrets-${i}`,
          until(this.#sim, () => this.syncSecret(), 0, stopCh),
        );
      }
      yield* stopCh.receive();
    } finally {
      this.#syncSecretQueue.shutDown();
      this.#syncServiceAccountQueue.shutDown();
    }
  }

  /**
   * What the informer only knows to be gone is passed over, here and below: the tokens of such an account are found when
   * they are looked at themselves.
   */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.queueServiceAccountSync
  queueServiceAccountSync(obj: ServiceAccount | DeletedFinalStateUnknown<ServiceAccount>): void {
    if (!(obj instanceof DeletedFinalStateUnknown)) {
      this.#syncServiceAccountQueue.add(makeServiceAccountKey(obj));
    }
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.queueServiceAccountUpdateSync
  queueServiceAccountUpdateSync(_oldAccount: ServiceAccount, newAccount: ServiceAccount): void {
    this.#syncServiceAccountQueue.add(makeServiceAccountKey(newAccount));
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.retryOrForget
  retryOrForget(queue: RateLimitingInterface, key: string, requeue: boolean): void {
    if (!requeue) {
      queue.forget(key);
      return;
    }

    const requeueCount = queue.numRequeues(key);
    if (requeueCount < this.#maxRetries) {
      queue.addRateLimited(key);
      return;
    }

    queue.forget(key);
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.queueSecretSync
  queueSecretSync(obj: Secret | DeletedFinalStateUnknown<Secret>): void {
    if (!(obj instanceof DeletedFinalStateUnknown)) {
      this.#syncSecretQueue.add(makeSecretQueueKey(obj));
    }
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.queueSecretUpdateSync
  queueSecretUpdateSync(_oldSecret: Secret, newSecret: Secret): void {
    this.#syncSecretQueue.add(makeSecretQueueKey(newSecret));
  }

  /** One account: it gets a token, or, if it is gone, its tokens go too. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.syncServiceAccount
  *syncServiceAccount(): Blocking<void> {
    const [key, quit] = yield* this.#syncServiceAccountQueue.get();
    if (quit) {
      return;
    }
    let retry = false;
    try {
      const [saInfo, err] = parseServiceAccountKey(key);
      if (err) {
        return;
      }

      const { namespace, name, uid } = saInfo;
      const [sa, saErr] = yield* this.getServiceAccount(namespace, name, uid, false);
      // Go: err#3
      if (saErr) {
        retry = true;
      } else if (sa === undefined) {
        [retry] = yield* this.deleteTokens({ metadata: { namespace, name, uid } });
        // Go: default
      } else {
        [retry] = yield* this.ensureReferencedToken(sa);
      }
    } finally {
      this.retryOrForget(this.#syncServiceAccountQueue, key, retry);
      this.#syncServiceAccountQueue.done(key);
    }
  }

  /** One Secret: it gets what it lacks; without an account it goes; and if it is gone, the account no longer names it. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.syncSecret
  *syncSecret(): Blocking<void> {
    const [key, quit] = yield* this.#syncSecretQueue.get();
    if (quit) {
      return;
    }
    let retry = false;
    try {
      const [secretInfo, keyErr] = parseSecretQueueKey(key);
      if (keyErr) {
        return;
      }

      const { namespace, name, uid, saName, saUID } = secretInfo;
      const secret = this.getSecret(namespace, name, uid);
      if (secret === undefined) {
        const [sa] = yield* this.getServiceAccount(namespace, saName, saUID, false);
        if (sa) {
          yield* retryOnConflict(this.#sim, removeTokenBackoff, () =>
            this.removeSecretReference(namespace, saName, saUID, name),
          );
        }
        return;
      }
      const [sa, saErr] = yield* this.getServiceAccount(namespace, saName, saUID, true);
      if (saErr) {
        retry = true;
      } else if (sa === undefined) {
        [retry] = yield* this.deleteToken(namespace, name, uid);
        // Go: default#2
      } else {
        [retry] = yield* this.generateTokenIfNeeded(sa, secret);
      }
    } finally {
      this.retryOrForget(this.#syncSecretQueue, key, retry);
      this.#syncSecretQueue.done(key);
    }
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.deleteTokens
  *deleteTokens(serviceAccount: KnownAccount): Blocking<Outcome> {
    const [tokens, err] = this.listTokenSecrets(serviceAccount);
    if (err) {
      return [false, err];
    }
    let retry = false;
    const errs: Error[] = [];
    for (const { metadata } of tokens) {
      const [r, deleteErr] = yield* this.deleteToken(metadata.namespace, metadata.name, metadata.uid);
      if (deleteErr) {
        errs.push(deleteErr);
      }
      retry ||= r;
    }
    return [retry, newAggregate(errs)];
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.deleteToken
  *deleteToken(ns: string, name: string, uid: string): Blocking<Outcome> {
    const options = uid === '' ? {} : { preconditions: { uid } };
    const err = yield* this.#client.coreV1().secrets(ns).delete(name, options);
    // It is gone already, or is another one by now.
    if (err === undefined || isNotFound(err) || isConflict(err)) {
      return [false, undefined];
    }
    return [true, err];
  }

  /** Makes a Secret with a token for an account that names none, and has the account name it. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.ensureReferencedToken
  *ensureReferencedToken(serviceAccount: ServiceAccount): Blocking<Outcome> {
    const [hasToken, hasErr] = this.hasReferencedToken(serviceAccount);
    if (hasErr) {
      return [false, hasErr];
    }
    if (hasToken) {
      return [false, undefined];
    }

    // A Secret without a reference would have to be deleted again, so look first whether the cache is up to date.
    const { namespace, name } = serviceAccount.metadata;
    const serviceAccounts = this.#client.coreV1().serviceAccounts(namespace);
    const [liveServiceAccount, err] = yield* serviceAccounts.get(name);
    if (err) {
      return [true, err];
    }
    if (liveServiceAccount.metadata.resourceVersion !== serviceAccount.metadata.resourceVersion) {
      return [true, undefined];
    }

    const [secret, tokenErr] = this.#newTokenSecret(serviceAccount);
    if (tokenErr) {
      return [true, tokenErr];
    }
    const [createdToken, createErr] = yield* this.#client.coreV1().secrets(namespace).create(secret);
    if (createErr) {
      // Into a namespace that is going away nothing can be created.
      return [!hasStatusCause(createErr, namespaceTerminatingCause), createErr];
    }
    // Without this, the update of the account below would lead to another token, as long as the cache lacks this one.
    this.#updatedSecrets.mutation(createdToken as Secret);

    const [addedReference, addErr] = yield* this.#addReference(
      serviceAccount,
      liveServiceAccount,
      createdToken.metadata.name ?? '',
    );
    if (!addedReference) {
      // Nobody would use it. If it cannot be deleted, it stays, as one more token of the account.
      yield* this.deleteToken(namespace, createdToken.metadata.name ?? '', createdToken.metadata.uid ?? '');
    }
    if (addErr === undefined || isConflict(addErr) || isNotFound(addErr)) {
      // Somebody else changed the account, and its event will come; or it is gone, and needs no token.
      return [false, undefined];
    }
    return [true, addErr];
  }

  /** A Secret with a new token, not stored yet. */
  // Part of: pkg/controller/serviceaccount/tokens_controller.go#TokensController.ensureReferencedToken
  #newTokenSecret(serviceAccount: ServiceAccount): Result<AnySecret> {
    const { namespace, name: saName, uid } = serviceAccount.metadata;
    const name = generateName(this.#sim, `${saName}-token-`);
    const annotations = { [serviceAccountNameKey]: saName, [serviceAccountUIDKey]: uid };
    const metadata = { name, namespace, annotations };
    const [token, err] = this.#token.generateToken(...legacyClaims(serviceAccount, { metadata }));
    if (err) {
      return [undefined, err];
    }
    const data = {
      [tokenKey]: base64(token),
      [namespaceKey]: base64(namespace),
      ...(this.#rootCA === '' ? {} : { [rootCAKey]: this.#rootCA }),
    };
    return [
      { apiVersion: 'v1', kind: 'Secret', metadata, type: secretTypeServiceAccountToken, data },
      undefined,
    ];
  }

  /** Has the account name a Secret, unless it is another account by now, or names one already. */
  // Part of: pkg/controller/serviceaccount/tokens_controller.go#TokensController.ensureReferencedToken
  *#addReference(
    serviceAccount: ServiceAccount,
    live: AnyServiceAccount,
    secretName: string,
  ): Blocking<[boolean, Error | undefined]> {
    const { namespace, name, uid } = serviceAccount.metadata;
    const serviceAccounts = this.#client.coreV1().serviceAccounts(namespace);
    const hasReferencedToken = (
      account: AnyServiceAccount,
    ): ReturnType<TokensController['hasReferencedToken']> =>
      this.hasReferencedToken(account as ServiceAccount);
    let liveServiceAccount: AnyServiceAccount | undefined = live;
    let addedReference = false;
    const err = yield* retryOnConflict(this.#sim, defaultRetry, function* () {
      let current = liveServiceAccount;
      // After a conflict it has to be read again.
      liveServiceAccount = undefined;
      if (current === undefined) {
        const [fresh, getErr] = yield* serviceAccounts.get(name);
        if (getErr) {
          return getErr;
        }
        const [hasToken, hasErr] = hasReferencedToken(fresh);
        if (fresh.metadata.uid !== uid || hasErr || hasToken) {
          return undefined;
        }
        current = fresh; // Go: none
      }

      const secrets = [...(current.secrets ?? []), { name: secretName }];
      const [, updateErr] = yield* serviceAccounts.update({ ...current, secrets });
      addedReference = updateErr === undefined;
      return updateErr;
    });
    return [addedReference, err];
  }

  /** True if the account names a Secret that holds a token of it. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.hasReferencedToken
  hasReferencedToken(serviceAccount: ServiceAccount): [boolean, Error | undefined] {
    if (!serviceAccount.secrets?.length) {
      return [false, undefined];
    }
    const [allSecrets, err] = this.listTokenSecrets(serviceAccount);
    if (err) {
      return [false, err];
    }
    const referencedSecrets = getSecretReferences(serviceAccount);
    return [allSecrets.some(({ metadata }) => referencedSecrets.has(metadata.name)), undefined];
  }

  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.secretUpdateNeeded
  secretUpdateNeeded({ data = {} }: AnySecret): { ca: boolean; namespace: boolean; token: boolean } {
    return {
      ca: this.#rootCA !== '' && data[rootCAKey] !== this.#rootCA,
      namespace: !data[namespaceKey],
      token: !data[tokenKey],
    };
  }

  /** Gives a Secret what it lacks: somebody may have made it by hand, with nothing but the name of an account. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.generateTokenIfNeeded
  *generateTokenIfNeeded(serviceAccount: ServiceAccount, cachedSecret: Secret): Blocking<Outcome> {
    const cached = this.secretUpdateNeeded(cachedSecret);
    if (!cached.ca && !cached.token && !cached.namespace) {
      return [false, undefined];
    }

    const secrets = this.#client.coreV1().secrets(cachedSecret.metadata.namespace);
    const [liveSecret, err] = yield* secrets.get(cachedSecret.metadata.name);
    if (err) {
      return [!isNotFound(err), err];
    }
    if (liveSecret.metadata.resourceVersion !== cachedSecret.metadata.resourceVersion) {
      // The cache is behind: its event will come, and bring the key here again.
      return [false, undefined];
    }

    const needs = this.secretUpdateNeeded(liveSecret);
    if (!needs.ca && !needs.token && !needs.namespace) {
      return [false, undefined];
    }

    const data = { ...liveSecret.data };
    if (needs.ca) {
      data[rootCAKey] = this.#rootCA;
    }
    if (needs.namespace) {
      data[namespaceKey] = base64(liveSecret.metadata.namespace ?? '');
    }
    if (needs.token) {
      const [token, tokenErr] = this.#token.generateToken(...legacyClaims(serviceAccount, liveSecret));
      if (tokenErr) {
        return [false, tokenErr];
      }
      data[tokenKey] = base64(token);
    }

    const { name, uid } = serviceAccount.metadata;
    const named = { [serviceAccountNameKey]: name, [serviceAccountUIDKey]: uid };
    const annotations = { ...liveSecret.metadata.annotations, ...named };
    const metadata = { ...liveSecret.metadata, annotations };
    const [, updateErr] = yield* secrets.update({ ...liveSecret, metadata, data });
    if (updateErr === undefined || isConflict(updateErr) || isNotFound(updateErr)) {
      // Somebody else changed it, and its event will come; or it is gone.
      return [false, undefined];
    }
    return [true, updateErr];
  }

  /** Has the account no longer name a Secret. Not found is as good as done. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.removeSecretReference
  *removeSecretReference(
    saNamespace: string,
    saName: string,
    saUID: string,
    secretName: string,
  ): Blocking<Error | undefined> {
    const serviceAccounts = this.#client.coreV1().serviceAccounts(saNamespace);
    const [serviceAccount, err] = yield* serviceAccounts.get(saName);
    if (err) {
      return isNotFound(err) ? undefined : err;
    }
    if (saUID !== '' && saUID !== serviceAccount.metadata.uid) {
      return undefined;
    }
    if (!getSecretReferences(serviceAccount).has(secretName)) {
      return undefined;
    }

    const secrets = serviceAccount.secrets?.filter(({ name }) => name !== secretName) ?? [];
    const [, updateErr] = yield* serviceAccounts.update({
      ...serviceAccount,
      secrets: secrets.length > 0 ? secrets : undefined,
    });
    return isNotFound(updateErr) ? undefined : updateErr;
  }

  /**
   * The account, with that uid if one is given; undefined if there is none. Asks the API if the cache has none and the
   * caller wants to be sure.
   */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.getServiceAccount
  *getServiceAccount(
    ns: string,
    name: string,
    uid: string,
    fetchOnCacheMiss: boolean,
  ): Blocking<[ServiceAccount | undefined, Error | undefined]> {
    const [cached, cacheErr] = this.#serviceAccounts.serviceAccounts(ns).get(name);
    if (cacheErr && !isNotFound(cacheErr)) {
      return [undefined, cacheErr];
    }
    if (cached && (uid === '' || uid === cached.metadata.uid)) {
      return [cached, undefined];
    }

    if (!fetchOnCacheMiss) {
      return [undefined, undefined];
    }

    const [sa, err] = yield* this.#client.coreV1().serviceAccounts(ns).get(name);
    if (err) {
      return [undefined, isNotFound(err) ? undefined : err];
    }
    return [uid === '' || uid === sa.metadata.uid ? (sa as ServiceAccount) : undefined, undefined];
  }

  /** The Secret with that uid, as far as is known here. Kubernetes could also ask the API; nobody has it do that. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.getSecret
  getSecret(ns: string, name: string, uid: string): Secret | undefined {
    const secret = this.#updatedSecrets.getByKey(`${ns}/${name}`);
    return secret && (uid === '' || uid === secret.metadata.uid) ? secret : undefined;
  }

  /** All Secrets with a token of the account. */
  // Mirrors: pkg/controller/serviceaccount/tokens_controller.go#TokensController.listTokenSecrets
  listTokenSecrets(serviceAccount: KnownAccount): Result<Secret[]> {
    const [secrets, err] = this.#updatedSecrets.byIndex(namespaceIndex, serviceAccount.metadata.namespace);
    if (err) {
      return [undefined, err];
    }
    return [secrets.filter((secret) => isServiceAccountToken(secret, serviceAccount)), undefined];
  }
}

/** What has to be known of an account, also of one that is gone. */
interface KnownAccount {
  readonly metadata: { readonly namespace: string; readonly name: string; readonly uid: string };
}

// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#getSecretReferences
function getSecretReferences(serviceAccount: AnyServiceAccount): ReadonlySet<string> {
  return new Set((serviceAccount.secrets ?? []).map(({ name = '' }) => name));
}

/** What is needed to sync an account, also one that is gone. */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#serviceAccountQueueKey
interface ServiceAccountQueueKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** In Kubernetes a key is a struct; here it is a text, `namespace/name/uid`, because readers look at the keys of queues. */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#makeServiceAccountKey
export function makeServiceAccountKey({ metadata }: ServiceAccount): string {
  return `${metadata.namespace}/${metadata.name}/${metadata.uid}`;
}

// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#parseServiceAccountKey
export function parseServiceAccountKey(key: string): Result<ServiceAccountQueueKey> {
  const [namespace, name, uid] = key.split('/');
  if (!namespace || !name || !uid) {
    return [undefined, new Error(`invalid serviceaccount key: ${key}`)];
  }
  return [{ namespace, name, uid }, undefined];
}

/** What is needed to sync a Secret, also one that is gone. `saUID` is '' if the Secret does not say it. */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#secretQueueKey
interface SecretQueueKey {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly saName: string;
  readonly saUID: string;
}

/** As text, `namespace/name/uid/name of the account/uid of the account`. */
// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#makeSecretQueueKey
export function makeSecretQueueKey({ metadata }: Secret): string {
  const { namespace, name, uid, annotations = {} } = metadata;
  const { [serviceAccountNameKey]: saName = '', [serviceAccountUIDKey]: saUID = '' } = annotations;
  return [namespace, name, uid, saName, saUID].join('/');
}

// Mirrors: pkg/controller/serviceaccount/tokens_controller.go#parseSecretQueueKey
export function parseSecretQueueKey(key: string): Result<SecretQueueKey> {
  const [namespace, name, uid, saName, ...saUID] = key.split('/');
  if (!namespace || !name || !uid || !saName) {
    return [undefined, new Error(`invalid secret key: ${key}`)];
  }
  return [{ namespace, name, uid, saName, saUID: saUID.join('/') }, undefined];
}
