/** Marks a flag that must be set. */
// Mirrors: vendor/github.com/spf13/cobra/bash_completions.go#BashCompOneRequiredFlag
export const bashCompOneRequiredFlag = 'cobra_annotation_bash_completion_one_required_flag';
