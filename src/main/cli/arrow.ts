import { type Command, InvalidArgumentError } from 'commander'
import { counted } from '../../shared/words/labels'
import { checkText, safelyFixed, saveArrow, type TextCheck } from '../../arrow'
import { arrowExportCommands, translationsToCheck } from './arrow-export'
import { arrowCallCommands, showChanges } from './arrow-call'
import { arrowPlayCommands } from './arrow-play'
import { arrowReachCommand } from './arrow-reach'
import { documentText } from './text-file'
import { type CommandContext, type JsonFlag, resultCommand, wholeNumber } from './usage'
import { Problem } from '../../shared/base/problem'

/** An origin as browsers send it: scheme, host and port alone. */
const originOption = (text: string, before: readonly string[] = []): readonly string[] => {
  if (!URL.canParse(text) || new URL(text).origin !== text) throw new InvalidArgumentError('Give an origin such as http://localhost:6006.')
  return [...before, text]
}

/** A sum of US dollars. */
function dollarsOption(text: string): number {
  const sum = Number(text.replace(/^\$/, ''))
  if (!/^\$?\d+(?:\.\d+)?$/.test(text) || sum <= 0) throw new InvalidArgumentError('Give a sum in US dollars, such as 0.50.')
  return sum
}

interface Wish {
  port?: number
  origin?: readonly string[]
  model?: string
  budget?: number
}
const BUDGET_ALONE = 'A budget is for a model; the built-in assistant costs nothing. Add --model, or leave out --budget.'

/** The command that serves the assistant to editors of Arrow documents. */
function arrowServeCommand(arrow: Command, { host, print }: CommandContext): void {
  resultCommand(
    arrow,
    'serve',
    'serve the assistant to an Arrow editor on this machine until you press Ctrl+C',
    'arrow serve',
    'arrow serve --port 8000 --origin http://localhost:6006',
    'arrow serve --model claude-sonnet-5-5 --budget 0.50'
  )
    .option('--port <number>', 'port to listen on (default: any free one)', wholeNumber(0, 65_535))
    .option('--origin <origin...>', 'origins of web pages that may connect, without the token', originOption)
    .option('--model <name>', 'let this model answer, with your key; without it the built-in assistant answers')
    .option('--budget <dollars>', 'with --model: ask it for nothing more once this much is spent', dollarsOption)
    .action(async ({ port, origin = [], model, budget, json }: Wish & JsonFlag) => {
      if (budget !== undefined && model === undefined) throw new Problem('bad-input', BUDGET_ALONE)
      await host.serveArrow({ port, origins: origin, model, budget }, (url) => print(json, { url }, `The assistant listens at ${url}`))
    })
}

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
