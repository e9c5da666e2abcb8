import type { Command } from 'commander'
import { checkNarratorOutput, type NarratorViolation } from '../../shared/narrator/check'
import { MAX_OUTPUT_CHARACTERS } from '../../shared/narrator/json-text'
import type { ExitCode, Terminal } from './terminal'
import { textFile } from './text-file'
import { AS_JSON, examples, type Json } from './usage'

type Print = (json: boolean | undefined, value: unknown, words: string) => void

const FILE = 'the narrator output, as JSON; - reads standard input'

/** The commands that work on what a narrator answered. */
export function narratorCommands(program: Command, to: Terminal, print: Print, tell: (code: ExitCode) => void): void {
  const narrator = program.command('narrator').description('check the output of a narrator')

  narrator
    .command('check')
    .description('list everything that is wrong with the output of a narrator, by path and rule')
    .argument('<file>', FILE)
    .option(...AS_JSON)
    .addHelpText('after', examples('narrator check scene.json', 'narrator check - --json < scene.json'))
    .action(async (file: string, { json }: Json) => {
      const { violations } = checkNarratorOutput(await outputText(to, file))
      print(json, { violations }, violations.length === 0 ? 'This output keeps to all rules.' : violationWords(violations))
      tell(violations.length === 0 ? 0 : 1)
    })
}

/** The text of an output: a file, or with `-` what is piped in. Throws Problem. */
async function outputText(to: Terminal, file: string): Promise<string> {
  if (file !== '-')
    return textFile(file, { what: 'the output of a narrator', maxBytes: 4 * MAX_OUTPUT_CHARACTERS, tooLarge: 'Ask for a shorter one.' })
  const lines: string[] = []
  let length = 0
  for await (const line of to.lines?.() ?? []) {
    // One line more than can be read is enough to say so.
    if (length > MAX_OUTPUT_CHARACTERS) break
    lines.push(line)
    length += line.length + 1
  }
  return lines.join('\n')
}

function violationWords(violations: readonly NarratorViolation[]): string {
  const lines = violations.map(({ path, rule, message, fix }) => `${path === '' ? 'the output' : path}: ${message}${fix ? ` ${fix}` : ''} (${rule})`)
  return [...lines, `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}.`].join('\n')
}
