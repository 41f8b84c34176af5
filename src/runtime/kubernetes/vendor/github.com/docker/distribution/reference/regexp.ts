// What the parts of a reference to an image look like, as patterns to be put together.

// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#alphaNumericRegexp
const alphaNumeric = '[a-z0-9]+';
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#separatorRegexp
const separator = '(?:[._]|__|[-]*)';
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#nameComponentRegexp
const nameComponent = `${alphaNumeric}(?:(?:${separator}${alphaNumeric})+)?`;
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#domainComponentRegexp
const domainComponent = '(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])';
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#DomainRegexp
const domain = `${domainComponent}(?:(?:\\.${domainComponent})+)?(?::[0-9]+)?`;
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#TagRegexp
const tag = '[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}';
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#DigestRegexp
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}';
const path = `${nameComponent}(?:(?:/${nameComponent})+)?`;
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#NameRegexp
const name = `(?:${domain}/)?${path}`;

/** A registry and a path in it. */
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#anchoredNameRegexp
export const anchoredNameRegexp = new RegExp(`^(?:(${domain})/)?(${path})$`);

/** A name, a tag and a digest. */
// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#ReferenceRegexp
export const referenceRegexp = new RegExp(`^(${name})(?::(${tag}))?(?:@(${digest}))?$`);

// Mirrors: vendor/github.com/docker/distribution/reference/regexp.go#anchoredIdentifierRegexp
export const anchoredIdentifierRegexp = /^[a-f0-9]{64}$/;
