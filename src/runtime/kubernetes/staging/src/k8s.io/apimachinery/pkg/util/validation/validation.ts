import { parseIP, splitHostPort } from '../../../../../../../../go/net.ts';

const qnameCharFmt = '[A-Za-z0-9]';
const qnameExtCharFmt = '[-A-Za-z0-9_.]';
const qualifiedNameFmt = `(${qnameCharFmt}${qnameExtCharFmt}*)?${qnameCharFmt}`;
const qualifiedNameErrMsg =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const qualifiedNameMaxLength = 63;
const qualifiedNameRegexp = new RegExp(`^${qualifiedNameFmt}$`);

/** What is wrong with a qualified name, such as a label's key: `[prefix/]name`. Empty if nothing is. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsQualifiedName
export function isQualifiedName(value: string): string[] {
  const errs: string[] = [];
  const parts = value.split('/');
  const examples = ['MyName', 'my.name', '123-abc'];
  if (parts.length > 2) {
    const wrong = regexError(qualifiedNameErrMsg, qualifiedNameFmt, ...examples);
    return [
      `a qualified name ${wrong} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix.length === 0) errs.push(`prefix part ${emptyError()}`);
    else errs.push(...isDNS1123Subdomain(prefix).map((message) => `prefix part ${message}`));
  }
  const name = parts.at(-1) ?? '';
  if (name.length === 0) errs.push(`name part ${emptyError()}`);
  else if (name.length > qualifiedNameMaxLength)
    errs.push(`name part ${maxLenError(qualifiedNameMaxLength)}`);
  if (!qualifiedNameRegexp.test(name)) {
    errs.push(`name part ${regexError(qualifiedNameErrMsg, qualifiedNameFmt, ...examples)}`);
  }
  return errs;
}

const labelValueFmt = `(${qualifiedNameFmt})?`;
const labelValueErrMsg =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const labelValueRegexp = new RegExp(`^${labelValueFmt}$`);

/** What is wrong with the value of a label. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidLabelValue
export function isValidLabelValue(value: string): string[] {
  const errs: string[] = [];
  if (value.length > 63) errs.push(maxLenError(63));
  if (!labelValueRegexp.test(value)) {
    errs.push(regexError(labelValueErrMsg, labelValueFmt, 'MyValue', 'my_value', '12345'));
  }
  return errs;
}

const dns1123LabelFmt = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dns1123LabelErrMsg =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const dns1123LabelRegexp = new RegExp(`^${dns1123LabelFmt}$`);

/** What is wrong with one label of a DNS name, such as the name of a namespace. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsDNS1123Label
export function isDNS1123Label(value: string): string[] {
  const errs: string[] = [];
  if (value.length > 63) errs.push(maxLenError(63));
  if (!dns1123LabelRegexp.test(value)) {
    errs.push(regexError(dns1123LabelErrMsg, dns1123LabelFmt, 'my-name', '123-abc'));
  }
  return errs;
}

const dns1123SubdomainFmt = `${dns1123LabelFmt}(\\.${dns1123LabelFmt})*`;
const dns1123SubdomainErrorMsg =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const dns1123SubdomainRegexp = new RegExp(`^${dns1123SubdomainFmt}$`);
const dns1123SubdomainMaxLength = 253;

/** What is wrong with a DNS name, such as the name of a pod. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsDNS1123Subdomain
export function isDNS1123Subdomain(value: string): string[] {
  const errs: string[] = [];
  if (value.length > dns1123SubdomainMaxLength) errs.push(maxLenError(dns1123SubdomainMaxLength));
  if (!dns1123SubdomainRegexp.test(value)) {
    errs.push(regexError(dns1123SubdomainErrorMsg, dns1123SubdomainFmt, 'example.com'));
  }
  return errs;
}

const dns1035LabelFmt = '[a-z]([-a-z0-9]*[a-z0-9])?';
const dns1035LabelErrMsg =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
const dns1035LabelRegexp = new RegExp(`^${dns1035LabelFmt}$`);

/** What is wrong with a label of a DNS name that starts with a letter, such as the name of a service. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsDNS1035Label
export function isDNS1035Label(value: string): string[] {
  const errs: string[] = [];
  if (value.length > 63) errs.push(maxLenError(63));
  if (!dns1035LabelRegexp.test(value)) {
    errs.push(regexError(dns1035LabelErrMsg, dns1035LabelFmt, 'my-name', 'abc-123'));
  }
  return errs;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidPortNum
export function isValidPortNum(port: number): string[] {
  return port >= 1 && port <= 65535 ? [] : [inclusiveRangeError(1, 65535)];
}

/** What is wrong with the name of a port. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidPortName
export function isValidPortName(port: string): string[] {
  const errs: string[] = [];
  if (port.length > 15) errs.push(maxLenError(15));
  if (!/^[-a-z0-9]+$/.test(port))
    errs.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(port)) errs.push('must contain at least one letter or number (a-z, 0-9)');
  if (port.includes('--')) errs.push('must not contain consecutive hyphens');
  if (port.startsWith('-') || port.endsWith('-')) errs.push('must not begin or end with a hyphen');
  return errs;
}

/** What is wrong with an address and its port. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidSocketAddr
export function isValidSocketAddr(value: string): string[] {
  const [ip, port, err] = splitHostPort(value);
  if (err) return ['must be a valid socket address format, (e.g. 0.0.0.0:10254 or [::]:10254)'];
  return [...isValidPortNum(/^[-+]?\d+$/.test(port) ? Number(port) : 0), ...isValidIP(ip)];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsValidIP
export function isValidIP(value: string): string[] {
  if (parseIP(value) !== undefined) return [];
  return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
}

const configMapKeyFmt = '[-._a-zA-Z0-9]+';
const configMapKeyErrMsg = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
const configMapKeyRegexp = new RegExp(`^${configMapKeyFmt}$`);

/** What is wrong with a key of a ConfigMap. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsConfigMapKey
export function isConfigMapKey(value: string): string[] {
  const errs: string[] = [];
  if (value.length > dns1123SubdomainMaxLength) errs.push(maxLenError(dns1123SubdomainMaxLength));
  if (!configMapKeyRegexp.test(value)) {
    errs.push(regexError(configMapKeyErrMsg, configMapKeyFmt, 'key.name', 'KEY_NAME', 'key-name'));
  }
  return [...errs, ...hasChDirPrefix(value)];
}

const envVarNameFmt = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const envVarNameFmtErrMsg =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
const envVarNameRegexp = new RegExp(`^${envVarNameFmt}$`);

/** What is wrong with the name of a variable of the environment. */
// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#IsEnvVarName
export function isEnvVarName(value: string): string[] {
  const errs: string[] = [];
  if (!envVarNameRegexp.test(value))
    errs.push(regexError(envVarNameFmtErrMsg, envVarNameFmt, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1'));
  return [...errs, ...hasChDirPrefix(value)];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#hasChDirPrefix
function hasChDirPrefix(value: string): string[] {
  if (value === '.') return ["must not be '.'"];
  if (value === '..') return ["must not be '..'"];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#MaxLenError
export function maxLenError(length: number): string {
  return `must be no more than ${length} characters`;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#RegexError
export function regexError(message: string, format: string, ...examples: string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${format}')`;
  const quoted = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${quoted}regex used for validation is '${format}')`;
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#EmptyError
export function emptyError(): string {
  return 'must be non-empty';
}

// Mirrors: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go#InclusiveRangeError
export function inclusiveRangeError(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}
