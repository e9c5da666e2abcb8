import type { Command } from 'commander'
import { counted } from '../../shared/words/labels'
import { checkText, safelyFixed, saveArrow, type TextCheck } from '../../arrow'
import { arrowExportCommands, translationsToCheck } from './arrow-export'
import { arrowCallCommands, showChanges } from './arrow-call'
import { arrowPlayCommands } from './arrow-play'
import { arrowReachCommand } from './arrow-reach'
import { arrowServeCommand } from './arrow-serve'
import { documentText } from './text-file'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'

/** The commands that work on Arrow documents, whether they are in a campaign or not. */
export function arrowCommands(program: Command, context: CommandContext): void {
  const arrow = program.command('arrow').description('check, change, play and convert documents of the narrative design tool Arrow')
  const { to, print, setExitCode } = context

  resultCommand(
    arrow,
    'check',
    'list the problems in Arrow documents: errors, warnings and hints',
    'arrow check inn.arrow',
    'arrow check *.arrow --json',
    'arrow check inn.arrow --fix --save'
  )
    .argument('<file...>', 'Arrow documents')
    .option('--fix', 'show the safe fixes, which change nothing that a reader could notice')
    .option('--save', 'with --fix: save the fixed documents')
    .action((files: string[], { fix = false, save = false, json }: { fix?: boolean; save?: boolean } & JsonFlag) => {
      const checked = files.map((file) => {
        const text = documentText(file)
        return { file, text, check: checkText(text, translationsToCheck(file)) }
      })
      print(
        json,
        checked.map(({ file, check }) => ({ file, ...asData(check) })),
        checked.map(({ file, check }) => checkWords(file, check)).join('\n')
      )
      setExitCode(checked.some(({ check }) => check.problem || check.findings.some(({ severity }) => severity === 'error')) ? 1 : 0)
      if (!fix) return
      for (const { file, text, check } of checked) if (!check.problem) fixFile(file, text, check.document, save)
    })

  arrowCallCommands(arrow, context)
  arrowPlayCommands(arrow, context)
  arrowReachCommand(arrow, context)
  arrowExportCommands(arrow, context)
  arrowServeCommand(arrow, context)

  function fixFile(file: string, text: string, document: Parameters<typeof safelyFixed>[0], save: boolean): void {
    const { document: after, done } = safelyFixed(document)
    if (done.length === 0) return to.err(`${file}: there is nothing that can be fixed safely.`)
    const fixed = saveArrow(after, document, new Date().toISOString().slice(0, 19).replace('T', ' '))
    for (const one of done) to.err(one)
    showChanges(to, { file, before: text, after: fixed, save })
  }
}

const asData = (check: TextCheck): object =>
  check.problem
    ? { problem: check.problem.toJSON() }
    : {
        remarks: check.remarks.map((one) => one.toJSON()),
        findings: check.findings.map(({ fix, ...finding }) => ({
          ...finding,
          ...(fix ? { fix: { label: fix.label, safe: fix.safe ?? false } } : {})
        }))
      }

function checkWords(file: string, check: TextCheck): string {
  if (check.problem) return `${file}: ${check.problem.message}`
  const counts = { error: 0, warning: 0, hint: 0 }
  for (const { severity } of check.findings) counts[severity]++
  const total = (['error', 'warning', 'hint'] as const).map((severity) => counted(counts[severity], severity)).join(', ')
  const lines = check.findings.map(
    ({ line, severity, message, rule, fix }) =>
      `${file}${line === undefined ? '' : `:${line}`} ${severity}: ${message} (${rule}${fix?.safe ? ', fixable' : ''})`
  )
  return [...check.remarks.map(({ message }) => `${file}: ${message}`), ...lines, `${file}: ${total}.`].join('\n')
}
