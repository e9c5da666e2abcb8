import { z } from 'zod'
import { capitalised } from '../words/labels'
import { flagOf, isFlagWord } from './flag-words'
import { Problem, type ProblemData } from './problem'
import { clipped } from '../words/clipped'

/** One mismatch between a value and its schema: its position, and a sentence without its full stop. */
export interface Misfit {
  path: string[]
  sentence: string
}

/** What a schema expects, for one value and for several. */
type Wanted = readonly [one: string, many: string]

const MAX_SENTENCES = 20
const MAX_NAMED_FIELDS = 12
const MAX_QUOTED_CHARS = 40

// Every schema of this program describes its expectations in these words. A schema's own message takes precedence.
z.config({ localeError: (issue) => wordsOf(issue) })

/** Every mismatch without a limit: its position, and a clause to follow its name ("must be text, but it is 1"). */
export const everyMisfit = ({ issues }: Pick<z.core.$ZodError, 'issues'>): { path: string[]; message: string }[] =>
  issues.flatMap((issue) => spread(issue, []))

/** Every mismatch, in the order of the schema; `whole` is the name of the value itself. At most 20; the last one counts the rest. */
export function misfits({ issues }: z.ZodError | z.core.$ZodError, whole = 'the file'): Misfit[] {
  const all = everyMisfit({ issues })
  const said = all.map(({ path, message }): Misfit => {
    const subject = path.length === 0 ? whole : `\`${path.join('.')}\``
    return { path, sentence: /^(must|can't) /.test(message) ? `${subject} ${message}` : `${subject}: ${message}` }
  })
  if (said.length <= MAX_SENTENCES) return said
  return [...said.slice(0, MAX_SENTENCES - 1), { path: [], sentence: `there are ${said.length - MAX_SENTENCES + 1} more of these` }]
}

/** Like `misfits`, as one sentence without its full stop. */
export const misfitWords = (error: z.ZodError | z.core.$ZodError, whole?: string): string =>
  misfits(error, whole)
    .map(({ sentence }) => sentence)
    .join('; ')

/** A Problem `bad-file` that names every mismatch in a file; `lineOf` returns the line (from 1) of a path of keys. */
export function misfitProblem(file: string, error: z.ZodError | z.core.$ZodError, lineOf?: (path: readonly string[]) => number): Problem {
  const all = misfits(error).map(({ path, sentence }) => ({ path: path.join('/'), sentence, ...(lineOf ? { line: lineOf(path) } : {}) }))
  const place = { file, path: all[0]?.path ?? '', ...(all[0]?.line === undefined ? {} : { line: all[0].line }) }
  const sentences = all.map(({ line, sentence }) => (line === undefined ? sentence : `line ${line}: ${sentence}`))
  const words = `${file} ${sentences[0]?.startsWith('line') ? '' : 'is invalid: '}${sentences.join('; ')}`
  if (all.length === 1) return new Problem('bad-file', `${words}. Correct it.`, place)
  const list = all.map(({ line, path, sentence }) => ({ message: `${capitalised(sentence)}.`, path, ...(line === undefined ? {} : { line }) }))
  return new Problem('bad-file', `${words}. Correct them.`, { ...place, misfits: list })
}

/** Splits a file's problem into one problem per mismatch. */
export function splitMisfits(problem: ProblemData): ProblemData[] {
  const { misfits: each, ...data } = problem.data ?? {}
  if (!Array.isArray(each)) return [problem]
  return (each as { message: string; path: string; line?: number }[]).map(({ message, ...where }) => ({
    ...problem,
    message,
    data: { ...data, ...where }
  }))
}

/** Resolves a union's issue to the intended alternative: the one where only its own fields don't fit. */
function spread(issue: z.core.$ZodIssue, before: readonly string[]): { path: string[]; message: string }[] {
  const path = [...before, ...issue.path.map(String)]
  const ours = issue.code === 'invalid_union' && issue.message === ALTERNATIVES
  if (!ours) return [{ path, message: issue.message }]
  const intended = issue.errors.find((errors) => errors.length > 0 && errors.every((one) => one.path.length > 0))
  if (intended) return intended.flatMap((one) => spread(one, path))
  const said = [...new Set(issue.errors.flatMap((errors) => errors.map(({ message }) => message.replace(/, but .*$/, '').replace(/^must be /, ''))))]
  return [{ path, message: said.length === 0 ? 'must be of a known kind' : `must be ${said.join(' or ')}` }]
}

/** Stands for a union's issue until `spread` finds the intended alternative. */
const ALTERNATIVES = 'must have one of the allowed forms'

function wordsOf(issue: z.core.$ZodRawIssue): string {
  const but = issue.input === undefined ? 'but it is missing' : `but it is ${words(issue.input)}`
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'boolean' && isFlagWord(issue.input)) return `must be true or false, ${but}. Write ${flagOf(issue.input)}`
      return `must be ${((issue.expected === 'int' || !isSchema(issue.inst) ? TYPES[issue.expected] : wanted(issue.inst)) ?? ANYTHING)[0]}, ${but}`
    case 'invalid_value':
      return `must be ${choices(issue.values)}, ${but}`
    case 'unrecognized_keys':
      return `can't have ${issue.keys.slice(0, MAX_NAMED_FIELDS).map(quoted).join(', ')}${isSchema(issue.inst) ? fieldsOf(issue.inst) : ''}`
    case 'too_small':
      return limit(issue.origin, Number(issue.minimum), issue.inclusive === false ? 'more than' : 'at least', but)
    case 'too_big':
      return limit(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'less than' : 'at most', but)
    case 'invalid_union':
      return ALTERNATIVES
    case 'invalid_key':
      return `can't be a name here: it ${issue.issues?.[0]?.message ?? "can't be used"}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}, ${but}`
    case 'invalid_format':
      return `can't be read as ${FORMATS[issue.format] ?? 'the expected kind of value'}, ${but}`
    default:
      return `can't be used, ${but}`
  }
}

const FORMATS: Readonly<Record<string, string>> = { base64: 'Base64', url: 'a web address', datetime: 'a time', date: 'a date' }

function limit(origin: string, bound: number, how: string, but: string): string {
  if (origin === 'number' || origin === 'int') return `must be ${how} ${bound}, ${but}`
  const thing = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'entry' : 'field'
  if (how === 'at least' && bound === 1) return `must not be empty`
  return `must have ${how} ${bound} ${bound === 1 ? thing : thing.replace(/y$/, 'ie')}${bound === 1 ? '' : 's'}`
}

function words(value: unknown): string {
  if (value === null) return 'empty'
  if (typeof value === 'string') return value === '' ? 'empty' : JSON.stringify(clipped(value, MAX_QUOTED_CHARS))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : 'a map'
}

const quoted = (name: PropertyKey): string => `\`${String(name)}\``
const choices = (values: readonly unknown[]): string =>
  values.length === 1
    ? String(values[0])
    : `one of ${values.slice(0, MAX_NAMED_FIELDS).map(String).join(', ')}${values.length > MAX_NAMED_FIELDS ? ` and ${values.length - MAX_NAMED_FIELDS} more` : ''}`

/** A schema's description of itself. */
interface Schema {
  def: z.core.$ZodTypes['_zod']['def']
  isOptional: () => boolean
}
const isSchema = (inst: unknown): inst is Schema => inst instanceof z.ZodType
/** The description of a nested schema, which its type doesn't expose. */
const inner = (schema: z.core.$ZodType): Schema => schema as unknown as Schema

const TYPES: Readonly<Record<string, Wanted>> = {
  string: ['text', 'texts'],
  number: ['a number', 'numbers'],
  int: ['a whole number', 'whole numbers'],
  boolean: ['true or false', 'true or false'],
  array: ['a list', 'lists'],
  record: ['a map', 'maps'],
  object: ['a map', 'maps'],
  null: ['empty', 'empty']
}
const ANYTHING: Wanted = ['something else', 'entries']

const isWhole = (check: object): boolean => 'format' in check && check.format === 'safeint'

function wanted({ def }: Schema): Wanted {
  switch (def.type) {
    case 'array':
      return nested('list', def.element)
    case 'record':
      return nested('map', def.valueType)
    case 'object': {
      const needed = Object.keys(def.shape).filter((key) => def.shape[key] && !inner(def.shape[key]).isOptional())
      const fields = needed.length === 0 ? '' : ` with ${needed.slice(0, MAX_NAMED_FIELDS).map(quoted).join(', ')}`
      return [`a map${fields}`, `maps${fields}`]
    }
    case 'number':
      return TYPES[def.checks?.some(isWhole) ? 'int' : 'number'] ?? ANYTHING
    case 'enum':
      return twice(choices(Object.values(def.entries)))
    case 'literal':
      return twice(choices(def.values))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
      return wanted(inner(def.innerType))
    case 'lazy': {
      // A schema for any JSON is a union that contains itself.
      const held = inner(def.getter())
      return held.def.type === 'union' ? ANYTHING : wanted(held)
    }
    case 'pipe':
      return wanted(inner(inner(def.in).def.type === 'transform' ? def.out : def.in))
    case 'union': {
      const each = def.options.map((option) => wanted(inner(option)))
      return [alternatives(each.map(([one]) => one)), alternatives(each.map(([, many]) => many))]
    }
    default:
      return TYPES[def.type] ?? ANYTHING
  }
}

const nested = (holder: string, held: z.core.$ZodType): Wanted => {
  const [, many] = wanted(inner(held))
  return [`a ${holder} of ${many}`, `${holder}s of ${many}`]
}
const twice = (one: string): Wanted => [one, one]
const alternatives = (all: readonly string[]): string => [...new Set(all)].join(' or ')

function fieldsOf({ def }: Schema): string {
  if (def.type !== 'object') return ''
  const keys = Object.keys(def.shape)
  return keys.length === 0
    ? ''
    : `; it can have ${keys.slice(0, MAX_NAMED_FIELDS).map(quoted).join(', ')}${keys.length > MAX_NAMED_FIELDS ? ` and ${keys.length - MAX_NAMED_FIELDS} more` : ''}`
}
