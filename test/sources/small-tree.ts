import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A small tree of our own, laid out as that of Kubernetes: how to make tea. */
export const tea: Readonly<Record<string, string>> = {
  'pkg/kettle/kettle.go': `package kettle

import "errors"

const (
	Cold = iota
	Hot
)

var ErrDry = errors.New("the kettle is dry: {")

// Kettle boils water.
type Kettle struct {
	litres, most int
	lid          *Lid
}

// Boil heats what is in the kettle.
func (k *Kettle) Boil() error {
	if k.litres == 0 {
		return ErrDry
	}
	k.heat(Hot)
	return nil
}

// Pour fills a cup.
func Pour(k *Kettle, cup int) int {
	k.litres -= cup
	return cup
}
`,
  'pkg/kettle/lid.go': `package kettle

// Lid keeps the heat in.
type Lid interface {
	Open() error
}
`,
  'build/Makefile': `# Tea for all.
ifeq ($(HELP),y)
tea:
	@echo "make tea"
else
tea: water
	hack/brew.sh \\
	  --strong
endif
`,
  'build/BUILD': `load("//build:tea.bzl", "tea_bag")

tea_bag(
    name = "green",
    leaves = ["a", "b"],
)
`,
  'hack/brew.sh': `#!/usr/bin/env bash

# Waits for the leaves.
tea::brew() {
  sleep 180
}

tea::brew
echo "tea is ready"
`,
  'staging/src/k8s.io/component-base/version/base.go': `package version

var (
	gitCommit = "$Format:%H$"
)
`,
};

/** Writes files into a new directory, which \`remove\` takes away again. */
export function writeTree(files: Readonly<Record<string, string>>): { root: string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'tree-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, remove: () => rmSync(root, { recursive: true }) };
}
