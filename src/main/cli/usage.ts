import { InvalidArgumentError } from 'commander'

/** The option that most commands have. */
export interface Json {
  json?: boolean
}

/** Lines of examples for a command's help. */
export const more = (...lines: string[]) => lines.map((line) => `  $ proscenium ${line}`).join('\n')

/** The same under their own heading. */
export const examples = (...lines: string[]) => `\nExamples:\n${more(...lines)}`

export const DIR = 'folder of the campaign'
export const AS_JSON = ['--json', 'print machine-readable output on stdout'] as const

/** A whole number from `least` to `most`. */
export const whole = (least: number, most?: number) => (text: string) => {
  const value = Number(text)
  const fits = /^\d{1,15}$/.test(text) && value >= least && value <= (most ?? value)
  if (!fits) throw new InvalidArgumentError(`Give a whole number${most === undefined ? ` of at least ${least}` : ` from ${least} to ${most}`}.`)
  return value
}
