import { getFormattedTokens, transform } from 'sucrase'
import { Problem } from '../../shared/problem'
import { Kept } from './kept'

const compiled = new Kept<string>(4 << 20)

/** JavaScript of one TypeScript file, line for line. Throws Problem `bad-file` with `{file, line}`. */
export const compile = (file: string, source: string): string => compiled.of(source, () => stripped(file, source))

function stripped(file: string, source: string): string {
  // Arithmetic on huge integers is the one operation whose cost no fuel counts.
  if (/\dn\b/.test(source)) {
    const token = tokens(file, source).match(/^(\d+):\d+-\S+\s+bigint\s/m)
    if (token) {
      const line = Number(token[1])
      throw new Problem('bad-file', `${file} line ${line} uses a BigInt; rules count with plain numbers.`, { file, line })
    }
  }
  try {
    return transform(source, { transforms: ['typescript'], disableESTransforms: true, production: true }).code
  } catch (thrown) {
    throw syntaxProblem(file, thrown)
  }
}

function tokens(file: string, source: string): string {
  try {
    return getFormattedTokens(source, { transforms: ['typescript'] })
  } catch (thrown) {
    throw syntaxProblem(file, thrown)
  }
}

function syntaxProblem(file: string, thrown: unknown): Problem {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const line = Number(/\((\d+):\d+\)/.exec(message)?.[1] ?? 1)
  const what = message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '')
  return new Problem('bad-file', `${file} line ${line} is not TypeScript: ${what}. Correct it.`, { file, line })
}

/** Line on which `text` first stands in `source`, from 1; 1 when it does not. */
export function lineOf(source: string, text: string): number {
  const at = source.indexOf(text)
  return at < 0 ? 1 : source.slice(0, at).split('\n').length
}

/** What rules import from besides their own files: `vm/standard.ts`. */
export const STANDARD = 'proscenium'

/**
 * The file that `request` means inside `base`. Only relative imports of other `.ts` files under rules/ exist.
 * Answers `{file}` or `{problem}`, a whole sentence.
 */
export function resolveImport(base: string, request: string, files: ReadonlyMap<string, unknown>): { file: string } | { problem: string } {
  if (!request.startsWith('./') && !request.startsWith('../')) {
    return { problem: `${base} imports "${request}"; a rule can import "${STANDARD}" and files of its own game, as "./…" or "../…".` }
  }
  const parts = base.split('/').slice(0, -1)
  for (const part of request.split('/')) {
    if (part === '.' || part === '') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return { problem: `${base} imports "${request}", which lies outside rules/; keep imports inside it.` }
  }
  const path = parts.join('/')
  for (const file of [path, `${path}.ts`, path.replace(/\.js$/, '.ts')]) if (file.endsWith('.ts') && files.has(file)) return { file }
  return { problem: `${base} imports "${request}", but there is no rules/${path.replace(/(\.[jt]s)?$/, '.ts')}.` }
}
