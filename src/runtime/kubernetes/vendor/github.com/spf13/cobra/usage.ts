import { rpad, trimRightSpace } from './cobra.ts';
import type { Command } from './command.ts';

/**
 * How a command is used. Upstream has it as a template; this prints what that prints.
 * Mirrors: vendor/github.com/spf13/cobra/command.go#Command.UsageTemplate
 */
export function usageText(c: Command): string {
  let text = 'Usage:';
  if (c.runnable()) text += `\n  ${c.useLine()}`;
  if (c.hasAvailableSubCommands()) text += `\n  ${c.commandPath()} [command]`;
  if (c.aliases.length > 0) text += `\n\nAliases:\n  ${[c.name(), ...c.aliases].join(', ')}`;
  if (c.example !== '') text += `\n\nExamples:\n${c.example}`;
  if (c.hasAvailableSubCommands()) {
    text += '\n\nAvailable Commands:';
    for (const child of c.commands())
      if (child.isAvailableCommand() || child.name() === 'help')
        text += `\n  ${rpad(child.name(), child.namePadding())} ${child.short}`;
  }
  if (c.localFlags().hasAvailableFlags())
    text += `\n\nFlags:\n${trimRightSpace(c.localFlags().flagUsages())}`;
  if (c.inheritedFlags().hasAvailableFlags())
    text += `\n\nGlobal Flags:\n${trimRightSpace(c.inheritedFlags().flagUsages())}`;
  if (c.commands().some((child) => child.isAdditionalHelpTopicCommand())) {
    text += '\n\nAdditional help topics:';
    for (const child of c.commands())
      if (child.isAdditionalHelpTopicCommand())
        text += `\n  ${rpad(child.commandPath(), child.commandPathPadding())} ${child.short}`;
  }
  if (c.hasAvailableSubCommands())
    text += `\n\nUse "${c.commandPath()} [command] --help" for more information about a command.`;
  return `${text}\n`;
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.HelpTemplate
export function helpText(c: Command): string {
  const about = c.long || c.short;
  const head = about === '' ? '' : `${trimRightSpace(about)}\n\n`;
  return c.runnable() || c.hasSubCommands() ? head + c.usageString() : head;
}

// Mirrors: vendor/github.com/spf13/cobra/command.go#Command.VersionTemplate
export function versionText(c: Command): string {
  return `${c.name() === '' ? '' : `${c.name()} `}version ${c.version}\n`;
}
