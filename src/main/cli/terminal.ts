import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { toProblem, type Problem } from '../../shared/base/problem'
import { visible } from '../../shared/base/visible'
import { standardStreams } from '../standard-streams'

/** Where a command writes: results to `out`, messages about them to `err`. Whole lines, without the newline. */
export interface Terminal {
  out(line: string): void
  err(line: string): void
  /** Writes the text of a file to the stream of results. */
  file(text: string): void
  /** On a screen: writes a line over the last one written by this method; '' removes it. */
  rewrite?(line: string): void
  lines?(): AsyncIterable<string>
}

/** 0: success; 1: problems found; 2: wrong usage. */
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

/** A terminal that shows control characters: text of a story, a model or a folder must not control the screen. JSON and files keep them. */
export function withVisibleControls(to: Terminal): Terminal {
  return {
    out: (line) => to.out(visible(line)),
    err: (line) => to.err(visible(line)),
    file: (text) => to.file(text),
    ...(to.rewrite ? { rewrite: (line: string) => to.rewrite?.(visible(line)) } : {}),
    ...(to.lines ? { lines: () => to.lines?.() ?? none() } : {})
  }
}

async function* none(): AsyncGenerator<string> {}

/** The process's own streams, written at once, so that what precedes a crash is visible. A file keeps its bytes unless on a screen. */
export const terminal: Terminal = {
  out: (line) => write(1, `${line}\n`),
  err: (line) => write(2, `${line}\n`),
  lines: () => createInterface({ input: standardStreams().input, terminal: false }),
  file: (text) => write(1, `${process.stdout.isTTY ? visible(text) : text}\n`),
  ...(process.stderr.isTTY
    ? { rewrite: (line: string) => write(2, `\r\x1b[K${line.slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1))}`) }
    : {})
}

/** Prints a problem: its sentence, or with `json` all of it as `{problem}` on stdout. */
export function sayProblem(to: Terminal, thrown: unknown, json: boolean): Problem {
  const problem = toProblem(thrown)
  if (json) to.out(JSON.stringify({ problem: problem.toJSON() }))
  to.err(problem.message)
  return problem
}
