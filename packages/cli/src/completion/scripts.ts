/**
 * What each shell runs when the tab key is pressed. The words come from the program itself, so a script
 * never knows an old tree; files are left to the shell where nothing else is offered.
 */
export const SCRIPTS = {
  bash: `_countersign() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    [[ -n $line ]] && COMPREPLY+=("$line")
  done < <("\${COMP_WORDS[0]}" --plain complete -- "\${words[@]}" 2>/dev/null)
}
complete -o default -F _countersign countersign csn
`,
  zsh: `#compdef countersign csn
_countersign() {
  local -a found
  local word about
  while IFS=$'\\t' read -r word about; do
    [[ -n $word ]] && found+=("\${word//:/\\\\:}:$about")
  done < <("\${words[1]}" --plain complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    _describe 'countersign' found
  else
    _files
  fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _countersign "$@"
else
  compdef _countersign countersign csn
fi
`,
  fish: `function __countersign_complete
  set -l words (commandline -opc) (commandline -ct)
  command $words[1] --plain complete -- $words[2..-1] 2>/dev/null
end
complete -c countersign -f -a '(__countersign_complete)'
complete -c csn -f -a '(__countersign_complete)'
complete -c countersign -n '__fish_seen_subcommand_from import' -F
`,
  pwsh: `Register-ArgumentCompleter -Native -CommandName countersign, csn -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  & $commandAst.CommandElements[0].ToString() --plain complete -- @words 2>$null | ForEach-Object {
    $word, $about = $_ -split "\\t", 2
    $text = if ($about) { $about } else { $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $text)
  }
}
`,
} as const;
