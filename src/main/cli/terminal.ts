import { writeSync } from 'node:fs'
import { toProblem, type Problem } from '../../shared/problem'
import { visible } from '../../shared/visible'

/** Where a command writes: results to `out`, words for people about them to `err`. Whole lines, without the newline. */
export interface Terminal {
  out(line: string): void
  err(line: string): void
  /** Writes the text of a file to where results go. */
  file(text: string): void
  /** Where words for people go to a screen: writes a line over the one that it wrote last; '' takes that away. */
  rewrite?(line: string): void
}

/** 0 fine, 1 problems found, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2

function write(descriptor: number, text: string) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (code === 'EPIPE') process.exit(0) // the reader has seen enough, as in `log | head`
      if (code !== 'EAGAIN') throw error
    }
  }
}

/** A terminal that only shows what it is given: a story, a model or somebody's folder steers nobody's screen. JSON keeps its values, and files all they hold. */
export function showing(to: Terminal): Terminal {
  return {
    out: (line) => to.out(visible(line)),
    err: (line) => to.err(visible(line)),
    file: (text) => to.file(text),
    ...(to.rewrite ? { rewrite: (line: string) => to.rewrite?.(visible(line)) } : {})
  }
}

/** The process's own streams, written at once: what was printed before a crash was printed. A file keeps its bytes unless it goes to a screen. */
export const terminal: Terminal = {
  out: (line) => write(1, `${line}\n`),
  err: (line) => write(2, `${line}\n`),
  file: (text) => write(1, `${process.stdout.isTTY ? visible(text) : text}\n`),
  ...(process.stderr.isTTY
    ? { rewrite: (line: string) => write(2, `\r\x1b[K${line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))}`) }
    : {})
}

/** Says a problem: its sentence to people, and with `json` the whole of it as `{problem}` on stdout. */
export function sayProblem(to: Terminal, thrown: unknown, json: boolean): Problem {
  const problem = toProblem(thrown)
  if (json) to.out(JSON.stringify({ problem: problem.toJSON() }))
  to.err(problem.message)
  return problem
}
