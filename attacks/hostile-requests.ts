import fc from 'fast-check';

/** A request as it goes over the wire, and what tells it from others. */
export interface Raw {
  readonly input: string;
  readonly bytes: string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
/** A line each; `|` is the end of a line within one, and what stands between double braces is repeated: `{{3000 br,}}`. */
const lines = (text: string): string[] =>
  text
    .trim()
    .split(/\n\s*/)
    .map((line) =>
      line
        .replaceAll(/\{\{(\d+) (.*?)\}\}/g, (_, count: string, what: string) => what.repeat(Number(count)))
        .replaceAll('|', '\r\n'),
    );

/** What stands in place of a path. The folder that is served lies beside a secret, and has links to it. */
const targets = [
  ...words(String.raw`
    / // /// //[ //[::1 //:80 //: //a:99999/ //% //@ //a@b:c/ //. //.. /\ \ * part ? # /? /# /?% /; /~ /. /..
    http://[ http://[/ http://[::1 http://a:99999/ http://% http: http:/ http:// http:///part/ ftp://a/ javascript:1
    http://elsewhere.example/part //elsewhere.example/part /\elsewhere.example/part /%5celsewhere.example
    //part /.//part /./part /part/. /part/..//part /part%2f /part// /%2fpart /%2f%2fpart /part?x=//elsewhere.example
    /../ /../secret.txt /%2e%2e/secret.txt /..%2fsecret.txt /%2e%2e%2fsecret.txt /.%2e/secret.txt /..\secret.txt
    /..%5csecret.txt /%252e%252e/secret.txt /..%c0%afsecret.txt /....//secret.txt /part/../../secret.txt
    /up/secret.txt /secret.txt /led/ /led /led/index.html /up/ /up /up/site/up/secret.txt
    /_astro/../index.html /_astro/..%2findex.html /index.html/ /index.html/.. /404.html /404.html/ /.git/config
    /% /%g /%00 /index.html%00 /index.html%00.js /%E0%A4%A /%ff /%c3 /é /?a=%&__proto__[x]=1
    /__proto__ /constructor /:a /(.*) /{a} /part/index.html /edited-code /NUL /C:/ /file:///etc/passwd`),
  ...lines(`
    /a b
    /{{255 a}}
    /{{256 a}}
    /{{5000 a}}
    /{{7000 a/}}
    /{{2000 ../}}
    /{{5000 %2e}}
    /{{20000 a}}
    /?{{15000 a}}`),
  ...['/\u0001', '/\u007f', '/part?\u0001', '/\t', '/\0'],
];

const ranges = [
  ...words('0-9 -5 -0 99999999- 5-2 - a-b 0-1,3-4 --1 1e3- 0-0,-1 ,,'),
  ...[`0-${'9'.repeat(400)}`, `${'9'.repeat(400)}-`, '0-0,'.repeat(1000)],
].map((range) => `Range: bytes=${range}`);

const headers = lines(`
  Range: bytes=
  Range: lines=0-1
  If-None-Match: *
  If-None-Match: "
  If-None-Match: {{500 "a",}}
  If-Match: *
  If-Match: "no"
  If-Modified-Since: now
  If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT
  If-Unmodified-Since: 0
  If-Range: "a"|Range: bytes=0-1
  If-Range: x|Range: bytes=0-1
  Accept-Encoding: br
  Accept-Encoding: ,;q=
  Accept-Encoding: br;q=-1
  Accept-Encoding: identity;q=0
  Accept-Encoding: {{3000 br,}}
  Accept: \u0001
  Expect: 100-continue
  Expect: all
  Upgrade: websocket|Connection: Upgrade
  Upgrade: h2c
  TE: trailers
  Content-Length: 5
  Content-Length: -1
  Content-Length: 1e9
  Content-Length: 99999999999999999999
  Content-Length: 1|Content-Length: 2
  Content-Length: 1|Transfer-Encoding: chunked
  Transfer-Encoding: chunked
  Transfer-Encoding: gzip
  Content-Encoding: gzip|Content-Length: 0
  X-Large: {{20000 a}}
  X: 1{{3000 |X: 1}}
  : empty
  No colon
  X: 1| Folded: 1
  Cookie: {{1000 a=1; }}
  X-Forwarded-Host: elsewhere.example
  X-HTTP-Method-Override: DELETE
  Connection: close, Host
  Host: elsewhere.example`);

const methods = [
  ...words('HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND MOVE PURGE QUERY PRI GETS get'),
  ...['', 'G ET', 'A'.repeat(5000)],
];

/** `%` stands for the port. */
const hosts = [
  ...words(`
    elsewhere.example elsewhere.example:% 127.0.0.1 localhost 127.0.0.1:1 localhost: [::1]:% [:: %00 0.0.0.0:%
    2130706433:% 127.0.0.1:%.elsewhere.example a@127.0.0.1:%`),
  ...['', ' ', '127.0.0.1:%, elsewhere.example'],
];

const malformed = [
  ...['GET /\r\n\r\n', 'GET / HTTP/1.0\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'],
  ...['GET / HTTP/1.1\nHost: a\n\n', 'GET  /  HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n', 'SSH-2.0-x\r\n'],
  ...[
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\0\0\0\0\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01',
    '\r\n\r\n\r\n',
  ],
  'a'.repeat(70_000),
];

const shown = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);

/** Every kind of request, in an order that the seed decides, and then such as it draws: `count` in all. */
export function hostileRequests(port: number, seed: number, count: number): Raw[] {
  const own = `Host: 127.0.0.1:${port}`;
  const asset = '/_astro/large.Bq3xYz12.js';
  const request = (method: string, target: string, ...said: readonly string[]): string =>
    `${method} ${target} HTTP/1.1\r\n${[...said, 'Connection: close'].join('\r\n')}\r\n\r\n`;
  const atHost = (host: string): string => request('GET', '/', `Host: ${host.replace('%', `${port}`)}`);
  const kinds: Raw[] = [
    ...targets.map((target) => ({ input: shown(target), bytes: request('GET', target, own) })),
    ...[...ranges, ...headers].map((line) => ({
      input: shown(line),
      bytes: request('GET', asset, own, line),
    })),
    ...ranges.map((line) => ({ input: `none, ${shown(line)}`, bytes: request('GET', '/none', own, line) })),
    ...methods.map((method) => ({ input: `${shown(method)} /part/`, bytes: request(method, '/part/', own) })),
    ...hosts.map((host) => ({ input: `host ${shown(host)}`, bytes: atHost(host) })),
    ...malformed.map((bytes) => ({ input: shown(bytes), bytes })),
  ];
  const pieces = words(
    String.raw`/ // \ . .. % %2e %2F %00 %ff : @ [ ] ? # * é http:// part up secret.txt index.html`,
  );
  const arbitrary = fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', ...methods),
      target: fc.array(fc.constantFrom(' ', ...pieces), { maxLength: 10 }).map((all) => all.join('')),
      said: fc.subarray([own, ...ranges, ...headers], { maxLength: 3 }),
    })
    .map(({ method, target, said }) => ({
      input: `${shown(method)} ${shown(target)} ${shown(said.join(', '))}`,
      bytes: request(method, target, own, ...said),
    }));
  const [ordered = []] = fc.sample(fc.shuffledSubarray(kinds, { minLength: kinds.length }), {
    seed,
    numRuns: 1,
  });
  const drawn = fc.sample(arbitrary, { seed, numRuns: Math.max(1, count - kinds.length) });
  return [...ordered, ...drawn].slice(0, count);
}
