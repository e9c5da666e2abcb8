import { Problem } from '../../shared/base/problem'
import { fileProblem } from './file-problem'
import { TextCache } from './text-cache'
import type { Stripped } from './strip'
import { stripAll } from './strip-thread'

const compiled = new TextCache<string>(4 << 20)

/** The JavaScript of one of our own TypeScript files, line for line. Throws Problem `bad-file` with `{file, line}`. */
export const compile = (file: string, source: string): string =>
  compiled.of(source, () => {
    const stripped = stripAll(new Map([[file, source]])).get(file)
    if (!stripped) throw tooLong(file)
    return codeOf(file, stripped)
  })

/** The same for a game's files, in a thread that can be ended: code, or a Problem `bad-file` with `{file, line}`; none past a slow file. */
export function compileAll(sources: ReadonlyMap<string, string>): Map<string, string | Problem> {
  const fresh = new Map([...sources].filter(([, source]) => !compiled.has(source)))
  const stripped = fresh.size === 0 ? fresh : stripAll(fresh)
  const out = new Map<string, string | Problem>()
  for (const [file, source] of sources) {
    const code = stripped.get(file)
    try {
      if (code === undefined && fresh.has(file)) throw tooLong(file)
      out.set(
        file,
        compiled.of(source, () => codeOf(file, code as Stripped))
      )
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      out.set(file, thrown)
      if (code === undefined) break
    }
  }
  return out
}

const tooLong = (file: string): Problem => fileProblem(file, 1, `${file} takes too long to read as TypeScript. Simplify its types.`)

function codeOf(file: string, stripped: Stripped): string {
  if ('code' in stripped) return stripped.code
  if ('fault' in stripped) throw syntaxProblem(file, stripped.fault)
  const line = stripped.bigint
  throw fileProblem(file, line, `${file} line ${line} uses a BigInt. Use plain numbers instead.`)
}

function syntaxProblem(file: string, message: string): Problem {
  const line = Number(/\((\d+):\d+\)/.exec(message)?.[1] ?? 1)
  const what = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '')
  return fileProblem(file, line, `${file} line ${line} is not valid TypeScript: ${what}. Correct it.`)
}

/** The first line of `source` that contains `text`, from 1; 1 if there is none. */
export function lineOf(source: string, text: string): number {
  const at = source.indexOf(text)
  return at < 0 ? 1 : source.slice(0, at).split('\n').length
}

/** The module that rules import besides their own files: `vm/standard.ts`. */
export const STANDARD = 'proscenium'

/** The file that `request` means from `base`: only relative imports of `.ts` files under rules/ exist. `{file}`, or `{problem}`, a sentence. */
export function resolveImport(base: string, request: string, files: ReadonlyMap<string, unknown>): { file: string } | { problem: string } {
  if (!request.startsWith('./') && !request.startsWith('../')) {
    return { problem: `${base} imports "${request}", but a rule can import only "${STANDARD}" and files of its own game, as "./…" or "../…".` }
  }
  const parts = base.split('/').slice(0, -1)
  for (const part of request.split('/')) {
    if (part === '.' || part === '') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { problem: `${base} imports "${request}", which is outside rules/. Import only files in rules/.` }
  }
  const path = parts.join('/')
  for (const file of [path, `${path}.ts`, path.replace(/\.js$/, '.ts')]) if (file.endsWith('.ts') && files.has(file)) return { file }
  return { problem: `${base} imports "${request}", but there is no rules/${path.replace(/(\.[jt]s)?$/, '.ts')}.` }
}
