import { InvalidArgumentError, type Command } from 'commander'
import { Problem } from '../../shared/base/problem'
import { type CommandContext, type JsonFlag, resultCommand, wholeNumber } from './usage'

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
export function arrowServeCommand(arrow: Command, { host, print }: CommandContext): void {
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
