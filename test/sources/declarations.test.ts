import { expect, test } from 'vitest';
import { declarationsOf, linesOf, placesOf } from '../../src/sources/declarations.ts';
import { tea } from './small-tree.ts';

/** What a file declares, as `first-last name`. */
const declared = (path: string, text: string): string[] =>
  declarationsOf(path, text).map(({ name, startLine, endLine }) => `${startLine}-${endLine} ${name}`);

test('Go: groups are whole, members have a type, comments and strings are no code', () => {
  expect(declared('kettle.go', tea['pkg/kettle/kettle.go'] ?? '')).toEqual([
    '5-8 Cold',
    '5-8 Hot',
    '10-10 ErrDry',
    '13-16 Kettle',
    '14-14 Kettle.litres',
    '14-14 Kettle.most',
    '15-15 Kettle.lid',
    '19-25 Kettle.Boil',
    '28-31 Pour',
    '1-31 (whole file)',
  ]);
});

test('Go: what goes on over lines, what is embedded, and what is generic', () => {
  const go = `package cups

/*
func Never() {
*/
var text = \`
func Neither() {
\`

var cups, saucers = 1,
	2

type (
	// Set is a set.
	Set[T any] struct {
		*Shelf
		pkg.Rack \`json:"rack"\`
		find func(
			name string,
		) (T, error)
	}
	Name = string
)

func (s *Set[T]) Find(
	name string, // how it is called {
) (cup T, err error) {
	switch r := name[0]; r {
	case '{', '"':
	}
	return
}

func (Set[T]) len() int { return 0 }

func init() {}

func init() {}
`;
  expect(declared('cups.go', go)).toEqual([
    '6-8 text',
    '10-11 cups',
    '10-11 saucers',
    '13-23 Set',
    '16-16 Set.Shelf',
    '17-17 Set.Rack',
    '18-20 Set.find',
    '13-23 Name',
    '25-32 Set.Find',
    '34-34 Set.len',
    '36-36 init',
    '38-38 init',
    '1-38 (whole file)',
  ]);
});

test('make: a rule has its recipe and its settings, and the last of several counts', () => {
  const make = `# Help comes first.
CUPS ?=
ifeq ($(CUPS),)
    CUPS = 2
endif
LEAVES := green \\
  black

define HELP
tea: not a rule
endef

.PHONY: tea pot
tea:
	@echo "$$HELP"

tea pot: STRONG = y
tea pot: water $(LEAVES)
	brew \\
	  --cups $(CUPS)  \\

water::
pot/%.tea: leaves; pour
`;
  expect(declared('build/Makefile.tea', make).slice(0, -1)).toEqual([
    '2-5 CUPS',
    '6-7 LEAVES',
    '9-11 HELP',
    '13-13 .PHONY',
    '17-20 tea',
    '17-20 pot',
    '17-20 tea pot',
    '22-22 water',
    '23-23 pot/%.tea',
  ]);
});

test('shell: functions in both forms, and variables', () => {
  const shell = `readonly CUPS=(
  "small )"
  large # not ) this
)
WORDS="one
two"
export POT=\${1:-brown}
function tea::pour {
  case "$1" in
    a) cat <<EOF
}
EOF
    ;;
  esac
}
tea::stir() { echo "round}"; }

tea::sub() (
  cd cups
)
`;
  expect(declared('hack/tea.sh', shell).slice(0, -1)).toEqual([
    '1-4 CUPS',
    '5-6 WORDS',
    '7-7 POT',
    '8-15 tea::pour',
    '16-16 tea::stir',
    '18-20 tea::sub',
  ]);
});

test('Starlark: rules by kind and name, loads by label, defs to the end of their body', () => {
  const starlark = `load("//a:a.bzl", "a")
load("//b:b.bzl", "b")

package(default_visibility = ["//visibility:public"])

LEAVES = [
    "green",  # ]
]

def tea(
        name,
        cups = 2):
    """Makes tea.

Even (here.
    """
    a(name = name)

    b(cups)

# Not part of it.
tea(name = "four")
`;
  expect(declared('build/tea.bzl', starlark).slice(0, -1)).toEqual([
    '1-1 load',
    '1-1 load://a:a.bzl',
    '2-2 load',
    '2-2 load://b:b.bzl',
    '4-4 package',
    '6-8 LEAVES',
    '10-19 tea',
    '22-22 rule:tea:four',
    '22-22 four',
  ]);
});

test('a file of another kind has nothing but itself', () => {
  expect(declarationsOf('build/Dockerfile', 'FROM scratch\nRUN tea\n')).toEqual([
    { name: '(whole file)', startLine: 1, endLine: 2 },
  ]);
  expect(placesOf('OWNERS', 'me\n', 'me')).toEqual([]);
  expect(linesOf('one\ntwo\nthree', { startLine: 2, endLine: 3 })).toBe('two\nthree\n');
});
