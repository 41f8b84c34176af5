import { describe, expect, test } from 'vitest';
import type { DeprecatedInsecureServingInfo } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/deprecated_insecure_serving.ts';
import { DeprecatedInsecureServingOptionsWithLoopback } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/deprecated_insecure_serving.ts';
import {
  SecureServingOptions,
  createListener,
} from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/serving.ts';
import { SecureServingOptionsWithLoopback } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/options/serving_with_loopback.ts';
import type { SecureServingInfo } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/apiserver/pkg/server/config.ts';
import type { Config } from '../../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/rest/config.ts';
import { newPointer } from '../../../../../../../../../../src/runtime/go/pointer.ts';
import { FlagSet } from '../../../../../../../../../../src/runtime/kubernetes/vendor/github.com/spf13/pflag/flag.ts';
import { Server, valueOf } from '../program.ts';

const messages = (errors: readonly Error[]): string[] => errors.map(({ message }) => message);

const optionsOf = (more: Partial<SecureServingOptions> = {}, server = new Server()): SecureServingOptions =>
  Object.assign(new SecureServingOptions(server.os), more);

describe('options of serving with certificates', () => {
  const wrong = (port: number, least: number): string[] => [
    `--secure-port ${port} must be between ${least} and 65535, inclusive. ${least === 1 ? 'It cannot be turned off with 0' : '0 for turning off secure port'}`,
  ];

  test.each([
    [false, 443, []],
    [false, 0, []],
    [false, 65535, []],
    [false, 1, []],
    [false, -1, wrong(-1, 0)],
    [false, 65536, wrong(65536, 1)],
    [true, 1, []],
    [true, 65535, []],
    [true, 0, wrong(0, 1)],
    [true, -1, wrong(-1, 1)],
    [true, 65536, wrong(65536, 1)],
  ])('required %s, port %s: %j', (required, bindPort, errors) => {
    expect(messages(optionsOf({ required, bindPort }).validate())).toEqual(errors);
  });

  test('a certificate is in files or in memory', () => {
    const options = optionsOf();
    options.serverCert.generatedCert = { name: 'made', hosts: [] };
    expect(options.validate()).toEqual([]);
    options.serverCert.certKey.keyFile = 'a.key';
    expect(messages(options.validate())).toEqual([
      'cert/key file and in-memory certificate cannot both be set',
    ]);
    options.serverCert.certKey.keyFile = '';
    options.serverCert.certKey.certFile = 'a.crt';
    expect(messages(options.validate())).toEqual([
      'cert/key file and in-memory certificate cannot both be set',
    ]);
    options.serverCert.generatedCert = undefined;
    expect(options.validate()).toEqual([]);
  });

  test('their flags set them', () => {
    const options = optionsOf();
    const flags = new FlagSet('server', 'continue');
    options.addFlags(flags);
    const set: Record<string, string> = {
      'bind-address': '10.0.0.1',
      'secure-port': '10257',
      'cert-dir': '/certs',
      'tls-cert-file': 'a.crt',
      'tls-private-key-file': 'a.key',
      'tls-cipher-suites': 'TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384',
      'tls-min-version': 'VersionTLS13',
      'tls-sni-cert-key': 'b.crt,b.key:*.b.example',
      'http2-max-streams-per-connection': '7',
      'permit-port-sharing': 'true',
    };
    for (const [name, value] of Object.entries(set)) expect(flags.set(name, value)).toBeUndefined();
    const { bindAddress, bindPort, serverCert, cipherSuites, minTLSVersion } = options;
    expect({ bindAddress, bindPort, cipherSuites, minTLSVersion }).toEqual({
      bindAddress: '10.0.0.1',
      bindPort: 10257,
      cipherSuites: ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384'],
      minTLSVersion: 'VersionTLS13',
    });
    expect([serverCert.certDirectory, serverCert.certKey]).toEqual([
      '/certs',
      { certFile: 'a.crt', keyFile: 'a.key' },
    ]);
    expect(options.sniCertKeys).toMatchObject([
      { names: ['*.b.example'], certFile: 'b.crt', keyFile: 'b.key' },
    ]);
    expect([options.http2MaxStreamsPerConnection, options.permitPortSharing]).toEqual([7, true]);
  });

  test('say in their help whether the port can be switched off', () => {
    const usage = (required: boolean): string | undefined => {
      const options = optionsOf({ required });
      const flags = new FlagSet('server', 'continue');
      options.addFlags(flags);
      return flags.lookup('secure-port')?.usage;
    };
    expect(usage(true)).toContain('It cannot be switched off with 0.');
    expect(usage(false)).toContain("If 0, don't serve HTTPS at all.");
  });
});

describe('to serve with certificates', () => {
  const applied = (options: SecureServingOptions): [SecureServingInfo | undefined, string | undefined] => {
    const config = newPointer<SecureServingInfo | undefined>(undefined);
    const error = options.applyTo(config);
    return [config.value, error?.message];
  };

  test.each([0, -1])('nothing is done for port %s', (bindPort) => {
    const options = optionsOf({ bindPort });
    expect(applied(options)).toEqual([undefined, undefined]);
    expect(options.os.listeners()).toEqual([]);
  });

  test('takes the port, or a listener that is there, and sets what is asked for', () => {
    const options = optionsOf({
      bindPort: 10257,
      http2MaxStreamsPerConnection: 7,
      minTLSVersion: 'VersionTLS13',
    });
    options.cipherSuites = ['TLS_AES_128_GCM_SHA256'];
    options.sniCertKeys = [{ names: ['*.b.example'], certFile: 'b.crt', keyFile: 'b.key' }];
    options.serverCert.generatedCert = { name: 'made', hosts: ['localhost'] };
    const [info] = applied(options);
    expect(info).toMatchObject({
      listener: { address: '0.0.0.0:10257' },
      cert: { name: 'made', hosts: ['localhost'] },
      cipherSuites: ['TLS_AES_128_GCM_SHA256'],
      minTLSVersion: 'VersionTLS13',
      http2MaxStreamsPerConnection: 7,
      sniCerts: [{ name: 'sni-serving-cert', hosts: ['*.b.example'] }],
    });
    const other = optionsOf({ bindPort: 0, listener: { address: '1.2.3.4:5' } });
    expect(applied(other)[0]).toMatchObject({
      listener: { address: '1.2.3.4:5' },
      cipherSuites: [],
      minTLSVersion: 'VersionTLS12',
      sniCerts: [],
    });
    expect(other.os.listeners()).toEqual([]);
  });

  test('the files of the certificate have to be there', () => {
    const server = new Server({ files: { 'a.crt': 'c' } });
    const options = optionsOf({}, server);
    Object.assign(options.serverCert.certKey, { certFile: 'a.crt', keyFile: 'a.key' });
    expect(applied(options)[1]).toBe('open a.key: no such file or directory');
    server.os.files.set('a.key', 'k');
    expect(applied(options)[0]?.cert).toEqual({ name: 'serving-cert', hosts: [] });
    options.serverCert.certKey.certFile = '';
    expect(applied(options)[1]).toBe('open : no such file or directory');
  });

  test('and so have the cipher and the version', () => {
    expect(applied(optionsOf({ cipherSuites: ['ROT13'] }))[1]).toBe(
      "Cipher suite ROT13 not supported or doesn't exist",
    );
    expect(applied(optionsOf({ minTLSVersion: 'SSL2' }))[1]).toBe('unknown tls version "SSL2"');
  });

  test('a port that somebody has cannot be taken', () => {
    const server = new Server();
    server.os.listen('tcp', '0.0.0.0:443');
    expect(applied(optionsOf({}, server))).toEqual([
      undefined,
      'failed to create listener: failed to listen on 0.0.0.0:443: listen tcp 0.0.0.0:443: bind: address already in use',
    ]);
  });

  test.each([
    ['', '10.0.0.1', '10.0.0.1:443'],
    ['tcp6', '::1', '[::1]:443'],
    ['', undefined, '<nil>:443'],
  ])('an address in brackets where it has colons: %j %j', (network, address, full) => {
    expect(valueOf(createListener(new Server().os, network, address, 443)).address).toBe(full);
  });

  test('the network is that of the options, tcp if they have none', () => {
    const { os } = new Server();
    createListener(os, '', '::', 443);
    expect(createListener(os, 'tcp6', '::1', 443)[1]?.message).toContain('listen tcp6 [::1]:443: bind');
    expect(createListener(os, '', '::1', 443)[1]?.message).toContain('listen tcp [::1]:443: bind');
  });
});

describe('a certificate that signs itself', () => {
  const made = (options: SecureServingOptions): string | undefined =>
    options.maybeDefaultWithSelfSignedCerts('public.example', ['10.0.0.1', 'localhost'])?.message;

  test('is made in files, once', () => {
    const server = new Server();
    const options = optionsOf({}, server);
    expect(made(options)).toBeUndefined();
    const { certFile, keyFile } = options.serverCert.certKey;
    expect([certFile, keyFile]).toEqual([
      'apiserver.local.config/certificates/apiserver.crt',
      'apiserver.local.config/certificates/apiserver.key',
    ]);
    expect([server.os.files.has(certFile), server.os.files.has(keyFile)]).toEqual([true, true]);
    expect(server.logged()).toEqual([`Generated self-signed cert (${certFile}, ${keyFile})`]);
    expect(made(options)).toBeUndefined();
    const again = optionsOf({}, server);
    expect([made(again), again.serverCert.certKey.certFile, server.logged()]).toEqual([
      undefined,
      certFile,
      [],
    ]);
  });

  test('is made anew where one of the files is missing', () => {
    for (const missing of ['crt', 'key']) {
      const server = new Server();
      made(optionsOf({}, server));
      server.logged();
      server.os.files.delete(`apiserver.local.config/certificates/apiserver.${missing}`);
      made(optionsOf({}, server));
      expect(server.logged()).toHaveLength(1);
    }
  });

  test('needs a name for its files', () => {
    const options = optionsOf();
    options.serverCert.pairName = '';
    expect(made(options)).toBe('PairName is required if CertDirectory is set');
  });

  test.each([
    ['0.0.0.0', ['public.example', '10.0.0.1', 'localhost']],
    ['::', ['public.example', '10.0.0.1', 'localhost']],
    ['1.2.3.4', ['public.example', '10.0.0.1', 'localhost', '1.2.3.4']],
  ])('is made in memory where no directory is given, bound to %s', (bindAddress, hosts) => {
    const server = new Server();
    const options = optionsOf({ bindAddress }, server);
    options.serverCert.certDirectory = '';
    expect(made(options)).toBeUndefined();
    expect(options.serverCert.generatedCert).toEqual({ name: 'Generated self signed cert', hosts });
    expect(server.logged()).toEqual(['Generated self-signed cert in-memory']);
    expect(server.os.files.size).toBe(0);
  });

  test('is not made where there is one, or nothing is served', () => {
    for (const field of ['certFile', 'keyFile'] as const) {
      const options = optionsOf();
      options.serverCert.certKey[field] = 'a';
      expect([made(options), options.os.files.size]).toEqual([undefined, 0]);
    }
    const off = optionsOf({ bindPort: 0 });
    expect([made(off), off.os.files.size]).toEqual([undefined, 0]);
    const handed = optionsOf({ bindPort: 0, listener: { address: '1.2.3.4:5' } });
    expect([made(handed), handed.os.files.size]).toEqual([undefined, 2]);
  });
});

describe('a program reaches what it serves', () => {
  test('with certificates: by a name of its own, and a token that nobody else knows', () => {
    const server = new Server();
    const options = Object.assign(new SecureServingOptionsWithLoopback(server.os), { bindPort: 6443 });
    options.sniCertKeys = [{ names: ['b.example'], certFile: 'b.crt', keyFile: 'b.key' }];
    const info = newPointer<SecureServingInfo | undefined>(undefined);
    const loopback = newPointer<Config | undefined>(undefined);
    expect(options.applyToWithLoopback(info, loopback)).toBeUndefined();
    expect(loopback.value).toMatchObject({
      host: 'https://127.0.0.1:6443',
      userAgent: 'server',
      qps: -1,
      serverName: 'apiserver-loopback-client',
    });
    expect(loopback.value?.bearerToken).toMatch(/^[\da-f-]{36}$/);
    expect(info.value?.sniCerts).toEqual([
      { name: 'self-signed loopback', hosts: ['apiserver-loopback-client'] },
      { name: 'sni-serving-cert', hosts: ['b.example'] },
    ]);
  });

  test('not where nothing is served, or it cannot be', () => {
    const info = newPointer<SecureServingInfo | undefined>(undefined);
    const loopback = newPointer<Config | undefined>(undefined);
    const server = new Server();
    const off = Object.assign(new SecureServingOptionsWithLoopback(server.os), { bindPort: 0 });
    expect([off.applyToWithLoopback(info, loopback), loopback.value]).toEqual([undefined, undefined]);
    const wrong = Object.assign(new SecureServingOptionsWithLoopback(server.os), { minTLSVersion: 'SSL2' });
    expect(wrong.applyToWithLoopback(info, loopback)?.message).toBe('unknown tls version "SSL2"');
    expect(loopback.value).toBeUndefined();
  });

  test.each([
    ['0.0.0.0', 8080, 'http://127.0.0.1:8080'],
    ['::', 8080, 'http://[::1]:8080'],
    ['10.0.0.1', 8080, 'http://10.0.0.1:8080'],
  ])('without certificates, at %s', (address, port, host) => {
    const options = new DeprecatedInsecureServingOptionsWithLoopback(new Server().os, address, port);
    const info = newPointer<DeprecatedInsecureServingInfo | undefined>(undefined);
    const loopback = newPointer<Config | undefined>(undefined);
    expect(options.applyTo(info, loopback)).toBeUndefined();
    expect(loopback.value).toMatchObject({ host, userAgent: 'server', qps: 50, burst: 100 });
  });
});

describe('serving without certificates', () => {
  const of = (port: number, server = new Server()) =>
    new DeprecatedInsecureServingOptionsWithLoopback(server.os, '0.0.0.0', port);
  const apply = (options: DeprecatedInsecureServingOptionsWithLoopback) => {
    const info = newPointer<DeprecatedInsecureServingInfo | undefined>(undefined);
    const loopback = newPointer<Config | undefined>(undefined);
    return { error: options.applyTo(info, loopback)?.message, info: info.value, loopback: loopback.value };
  };

  test.each([
    [0, true],
    [1, true],
    [65535, true],
    [-1, false],
    [65536, false],
  ])('port %s may be: %s', (port, may) => {
    const error = `insecure port ${port} must be between 0 and 65535, inclusive. 0 for turning off insecure (HTTP) port`;
    expect(messages(of(port).validate())).toEqual(may ? [] : [error]);
  });

  test('is off with port 0', () => {
    expect(apply(of(0))).toEqual({ error: undefined, info: undefined, loopback: undefined });
  });

  test('takes the port, or a listener that is there', () => {
    const options = of(8080);
    expect(apply(options).info?.listener).toEqual({ address: '0.0.0.0:8080' });
    expect(apply(options).info?.listener).toBe(options.listener);
    expect(apply(of(8080, new Server())).error).toBeUndefined();
    const server = new Server();
    server.os.listen('tcp', '0.0.0.0:8080');
    expect(apply(of(8080, server)).error).toBe(
      'failed to create listener: failed to listen on 0.0.0.0:8080: listen tcp 0.0.0.0:8080: bind: address already in use',
    );
  });

  test('has flags that are deprecated and stay in the help', () => {
    const options = of(0);
    const flags = new FlagSet('server', 'continue');
    options.addUnqualifiedFlags(flags);
    for (const name of ['address', 'port']) {
      const flag = flags.lookup(name);
      expect([flag?.hidden, flag?.deprecated]).toEqual([
        false,
        name === 'port' ? 'see --secure-port instead.' : 'see --bind-address instead.',
      ]);
    }
    flags.set('address', '10.0.0.1');
    flags.set('port', '80');
    expect([options.bindAddress, options.bindPort]).toEqual(['10.0.0.1', 80]);
  });
});
