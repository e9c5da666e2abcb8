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
