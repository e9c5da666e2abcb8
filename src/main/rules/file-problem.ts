import { Problem } from '../../shared/base/problem'

/** A Problem `bad-file` about a line of one of a game's files. */
export const fileProblem = (file: string, line: number, message: string, more: Readonly<Record<string, unknown>> = {}): Problem =>
  new Problem('bad-file', message, { file, line, ...more })
