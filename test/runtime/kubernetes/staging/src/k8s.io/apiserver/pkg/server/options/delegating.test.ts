import { describe, expect, test } from 'vitest';
import type { Authorizer } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/authorization/authorizer/interfaces.ts';
import type {
  AuthenticationInfo,
  AuthorizationInfo,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/config.ts';
import {
  DelegatingAuthenticationOptions,
  RequestHeaderAuthenticationOptions,
  defaultAuthWebhookRetryBackoff,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/authentication.ts';
import { DelegatingAuthorizationOptions } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/authorization.ts';
import { delegatedClient } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/delegated-client.ts';
import { second } from '../../../../../../../../../../src/runtime/go/duration.ts';
import { FlagSet } from '../../../../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import { inCluster } from '../../../../../../../cmd/kube-controller-manager/program.ts';
import { Server } from '../program.ts';

const { env, files } = inCluster;
const account = '/var/run/secrets/kubernetes.io/serviceaccount';
const inPod = (): Server => new Server({ env, files: { ...files, [`${account}/ca.crt`]: 'ca' } });
const outside = (): Server => new Server();

describe('options of finding out who asks', () => {
  test('a header of a proxy has a name', () => {
    const options = new RequestHeaderAuthenticationOptions();
    expect(options.validate()).toEqual([]);
    options.usernameHeaders = ['x', ' '];
    options.groupHeaders = [''];
    options.extraHeaderPrefixes = ['\t'];
    options.allowedNames = ['jane', ''];
    expect(options.validate().map(({ message }) => message)).toEqual([
      'empty value in "requestheader-username-headers"',
      'empty value in "requestheader-group-headers"',
      'empty value in "requestheader-extra-headers-prefix"',
      'empty value in "requestheader-allowed-names"',
    ]);
  });

  test.each([
    [5, []],
    [1, []],
    [0, ['number of webhook retry attempts must be greater than 1, but is: 0']],
    [-1, ['number of webhook retry attempts must be greater than 1, but is: -1']],
  ])('with %s tries: %j, and so for what they may do', (steps, errors) => {
    const { os } = outside();
    for (const options of [new DelegatingAuthenticationOptions(os), new DelegatingAuthorizationOptions(os)]) {
      if (options.webhookRetryBackoff) options.webhookRetryBackoff.steps = steps;
      expect(options.validate().map(({ message }) => message)).toEqual(errors);
      options.webhookRetryBackoff = undefined;
      expect(options.validate()).toEqual([]);
    }
  });

  test('are tried again after pauses that grow', () => {
    const { durationMs, factor, jitter, steps } = defaultAuthWebhookRetryBackoff();
    expect([durationMs, factor, jitter, steps]).toEqual([500, 1.5, 0.2, 5]);
    expect(defaultAuthWebhookRetryBackoff()).not.toBe(defaultAuthWebhookRetryBackoff());
  });

  test('their flags set them', () => {
    const options = new DelegatingAuthenticationOptions(outside().os);
    const flags = new FlagSet('server', 'continue');
    options.addFlags(flags);
    const set = {
      'authentication-kubeconfig': '/k',
      'authentication-token-webhook-cache-ttl': '3s',
      'client-ca-file': '/ca',
      'requestheader-client-ca-file': '/proxy-ca',
      'requestheader-username-headers': 'u',
      'requestheader-group-headers': 'g,h',
      'requestheader-extra-headers-prefix': 'e',
      'requestheader-allowed-names': 'jane',
      'authentication-skip-lookup': 'true',
      'authentication-tolerate-lookup-failure': 'true',
    };
    for (const [name, value] of Object.entries(set)) expect(flags.set(name, value)).toBeUndefined();
    expect(options).toMatchObject({
      remoteKubeConfigFile: '/k',
      cacheTTLMs: 3 * second,
      clientCert: { clientCA: '/ca' },
      requestHeader: {
        clientCAFile: '/proxy-ca',
        usernameHeaders: ['u'],
        groupHeaders: ['g', 'h'],
        extraHeaderPrefixes: ['e'],
        allowedNames: ['jane'],
      },
      skipInClusterLookup: true,
      tolerateInClusterLookupFailure: true,
    });
  });

  test.each([true, false])('their help says what comes of none, where none is needed: %s', (optional) => {
    const { os } = outside();
    const usages = [new DelegatingAuthenticationOptions(os), new DelegatingAuthorizationOptions(os)].map(
      (options) => {
        options.remoteKubeConfigFileOptional = optional;
        const flags = new FlagSet('server', 'continue');
        options.addFlags(flags);
        const name = options instanceof DelegatingAuthenticationOptions ? 'authentication' : 'authorization';
        return flags.lookup(`${name}-kubeconfig`)?.usage.includes('This is optional.');
      },
    );
    expect(usages).toEqual([optional, optional]);
  });
});

describe('the API server is asked', () => {
  const remote = { remoteKubeConfigFile: '', remoteKubeConfigFileOptional: false, clientTimeoutMs: 10 };

  test('as a pod of the cluster would, with limits of its own', () => {
    const [client, error] = delegatedClient(inPod().os, 'authentication', remote);
    expect([client, error]).toMatchObject([{ qps: 200, burst: 400, timeoutMs: 10 }, undefined]);
  });

  test('by the file that is named', () => {
    const [client, error] = delegatedClient(inPod().os, 'authorization', {
      ...remote,
      remoteKubeConfigFile: '/none',
    });
    expect([client, error?.message]).toEqual([
      undefined,
      'failed to get delegated authorization kubeconfig: stat /none: no such file or directory',
    ]);
    const optional = { ...remote, remoteKubeConfigFile: '/none', remoteKubeConfigFileOptional: true };
    expect(delegatedClient(inPod().os, 'authorization', optional)[1]).toBeDefined();
  });

  test('or is not, where that is no matter; only an odd reason is told', () => {
    const nowhere = outside();
    expect(delegatedClient(nowhere.os, 'authentication', remote)[1]?.message).toMatch(
      /^failed to get delegated authentication kubeconfig: unable to load in-cluster configuration/,
    );
    const optional = { ...remote, remoteKubeConfigFileOptional: true };
    expect(delegatedClient(nowhere.os, 'authentication', optional)).toEqual([undefined, undefined]);
    expect(nowhere.logged()).toEqual([]);
    const noToken = new Server({ env });
    expect(delegatedClient(noToken.os, 'authentication', optional)).toEqual([undefined, undefined]);
    expect(noToken.logged()).toEqual([
      expect.stringContaining(
        'failed to read in-cluster kubeconfig for delegated authentication: open /var/run/secrets/',
      ),
    ]);
  });
});

describe('who asks', () => {
  const authenticationOf = (server: Server, more: Partial<DelegatingAuthenticationOptions> = {}) => {
    const options = Object.assign(new DelegatingAuthenticationOptions(server.os), more);
    const info: AuthenticationInfo = { authenticator: undefined };
    const error = options.applyTo(info);
    const ask = (bearerToken?: string) =>
      info.authenticator?.authenticateRequest(bearerToken === undefined ? {} : { bearerToken });
    return { error: error?.message, ask, options };
  };
  const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'] };
  const unreachable = { remoteKubeConfigFileOptional: true };

  test('is anonymous where the API server cannot be asked, whatever is brought', () => {
    const { error, ask } = authenticationOf(outside(), unreachable);
    expect([error, ask(), ask('secret')]).toEqual([
      undefined,
      [anonymous, undefined],
      [anonymous, undefined],
    ]);
  });

  test('is refused with a token that cannot be reviewed, and anonymous without one', () => {
    const { ask } = authenticationOf(inPod());
    expect(ask()).toEqual([anonymous, undefined]);
    expect(ask('')).toEqual([anonymous, undefined]);
    expect(ask('secret')).toEqual([undefined, new Error('the API server reviews no tokens')]);
  });

  test('the log tells which certificates cannot be looked up, if they are to be', () => {
    const server = outside();
    authenticationOf(server, unreachable);
    expect(server.logged()).toEqual([
      expect.stringMatching(
        /^No authentication-kubeconfig provided in order to lookup client-ca-file in configmap/,
      ),
      expect.stringMatching(
        /^No authentication-kubeconfig provided in order to lookup requestheader-client-ca-file in/,
      ),
    ]);
    authenticationOf(server, { ...unreachable, skipInClusterLookup: true });
    expect(server.logged()).toEqual([]);
    const pod = inPod();
    authenticationOf(pod);
    expect(pod.logged()).toEqual([]);
    const known = Object.assign(new DelegatingAuthenticationOptions(server.os), unreachable);
    known.clientCert.clientCA = '/ca';
    known.requestHeader.clientCAFile = '/proxy-ca';
    known.applyTo({ authenticator: undefined });
    expect(server.logged()).toEqual([]);
  });

  test('cannot be found out where the API server has to be asked and cannot be', () => {
    expect(authenticationOf(outside()).error).toMatch(
      /^failed to get delegated authentication kubeconfig: failed to get delegated authentication kubeconfig: unable/,
    );
  });
});

describe('what somebody may do', () => {
  const jane = { name: 'jane', groups: ['writers'] };
  const authorizerOf = (
    server: Server,
    more: Partial<DelegatingAuthorizationOptions> = {},
  ): [Authorizer | undefined, string | undefined] => {
    const info: AuthorizationInfo = { authorizer: undefined };
    const options = Object.assign(new DelegatingAuthorizationOptions(server.os), more);
    const error = options.applyTo(info);
    return [info.authorizer, error?.message];
  };
  const decided = (authorizer: Authorizer | undefined, path: string) =>
    authorizer?.authorize({ user: jane, verb: 'get', path, isResourceRequest: false });

  test('all for members of some groups, and some paths for everybody', () => {
    const [byGroup] = authorizerOf(inPod(), { alwaysAllowGroups: ['readers', 'writers'] });
    expect(decided(byGroup, '/x')).toEqual(['allow', '', undefined]);
    const [byPath] = authorizerOf(inPod(), { alwaysAllowPaths: ['/healthz', '/metrics/*'] });
    expect(['/healthz', '/metrics/a', '/metrics', '/x'].map((path) => decided(byPath, path)?.[0])).toEqual([
      'allow',
      'allow',
      'no opinion',
      'no opinion',
    ]);
    expect(authorizerOf(inPod(), { alwaysAllowPaths: ['/a*b'] })).toEqual([
      undefined,
      'only trailing * allowed in "a*b"',
    ]);
  });

  test('is for the API server to say, which has no opinion', () => {
    const server = inPod();
    const [authorizer] = authorizerOf(server);
    expect(decided(authorizer, '/x')).toEqual(['no opinion', 'the API server reviews no access', undefined]);
    expect(server.logged()).toEqual([]);
  });

  test('nothing where the API server cannot be asked, as the log tells', () => {
    const server = outside();
    const [authorizer] = authorizerOf(server, { remoteKubeConfigFileOptional: true });
    expect(decided(authorizer, '/x')).toEqual(['no opinion', '', undefined]);
    expect(server.logged()).toEqual([
      "No authorization-kubeconfig provided, so SubjectAccessReview of authorization tokens won't work.",
    ]);
    expect(authorizerOf(outside())[1]).toMatch(/^failed to get delegated authorization kubeconfig: unable/);
  });

  test('the flags of its options set them', () => {
    const options = new DelegatingAuthorizationOptions(outside().os);
    const flags = new FlagSet('server', 'continue');
    options.addFlags(flags);
    flags.set('authorization-kubeconfig', '/k');
    flags.set('authorization-webhook-cache-authorized-ttl', '2s');
    flags.set('authorization-webhook-cache-unauthorized-ttl', '3s');
    flags.set('authorization-always-allow-paths', '/a,/b');
    expect(options).toMatchObject({
      remoteKubeConfigFile: '/k',
      allowCacheTTLMs: 2 * second,
      denyCacheTTLMs: 3 * second,
      alwaysAllowPaths: ['/a', '/b'],
    });
  });
});
