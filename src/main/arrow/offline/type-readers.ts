import { ADD, adds, listIn, literals, NAME, nameIn, nodeName, NOUNS, numeric, optionsIn, type Reader } from './clause'
import type { NodeType } from '../../../arrow'
import type { NodeStep, RequestStep } from './steps'

type Data = Readonly<Record<string, unknown>>
const node = (type: NodeType, data: Data, words: string): NodeStep => ({ do: 'node', type, data, words })
const CALLED = /^(?:called|named|titled|labell?ed|with\s+the\s+(?:label|title|name)|saying|:)\s*/i
const COUNT = /(\d+|two|three|four|five|six|seven|eight|nine|ten)\s+(paths|branches|ways|outputs|inputs|slots|options)/i

/** The label of a marker, a frame or an entry: quoted, or the words behind "called". Undefined for any other text. */
function labelIn(rest: string, quotes: readonly string[]): { label?: string; color?: string } | undefined {
  const [, color] = /\s*\b(?:in|with)\s+(?:the\s+)?colou?r\s+(#?[\da-f]{6})$/i.exec(rest) ?? []
  const text = color === undefined ? rest : rest.replace(/\s*\b(?:in|with)\s+(?:the\s+)?colou?r\s+#?[\da-f]{6}$/i, '')
  if (text !== '' && !CALLED.test(text) && !/^\ue000\d+\ue000$/.test(text)) return undefined
  const label = nameIn(text.replace(CALLED, ''), quotes)
  return { ...(label !== '' && { label }), ...(color !== undefined && { color: color.replace(/^(?!#)/, '#') }) }
}

function labelled(type: 'marker' | 'frame' | 'entry'): Reader {
  const [noun, member] = [NOUNS[type], type === 'frame' ? 'title' : 'label']
  return [
    adds(type === 'entry' ? `(?:scene\\s+)?(?:${noun})` : noun),
    ([, rest = ''], quotes) => {
      const given = labelIn(rest, quotes)
      if (!given || (type === 'entry' && given.color !== undefined)) return undefined
      const { label, color } = given
      const data = { ...(label !== undefined && { [member]: label }), ...(color !== undefined && { color }) }
      return node(type, data, `add ${type === 'entry' ? 'an' : 'a'} ${type}${label === undefined ? '' : ` “${label}”`}`)
    }
  ]
}

const hub: Reader = [
  adds(NOUNS.hub),
  ([, rest = ''], quotes) => {
    if (rest === '') return node('hub', {}, 'add a hub')
    const [whole, count = '', unit = ''] = COUNT.exec(rest) ?? []
    if (whole !== undefined && /^(?:with|of)\s+/i.test(rest) && /inputs|slots|ways|branches|paths/i.test(unit))
      return node('hub', { slots: Number(numeric(count)) }, `add a hub with ${count} inputs`)
    const [, joined] = /^(?:(?:that\s+)?(?:joins|joining|merges|merging)|for)\s+(?!the\s+player)(.+)$/i.exec(rest) ?? []
    if (joined !== undefined) return toHub(joined, quotes)
    const options = /^(?:with|between|of|to|where|:|for\s+the\s+player)(?![\p{L}\d])/iu.test(rest) ? optionsIn(rest, quotes) : []
    return options.length === 0 ? undefined : { do: 'choice', options }
  }
]
const toHub = (joined: string, quotes: readonly string[]): RequestStep => ({
  do: 'connect',
  ...sources(joined, quotes),
  to: node('hub', {}, 'add a hub')
})

/** The outputs or nodes that a connection leaves: the whole name, or the names of a list. */
export const sources = (text: string, quotes: readonly string[]): { from: string; each: readonly string[] } => ({
  from: nodeName(text, quotes),
  each: listIn(text).map((one) => nodeName(one, quotes))
})

const JUMP_TO = '(?:back\\s+)?(?:to|at)\\s+(?:the\\s+)?(?:(scene|marker)\\s+)?(.+?)(?:\\s+because\\s+(.+))?$'
const jump = ([, kind, to, reason]: RegExpExecArray, quotes: readonly string[]): RequestStep => ({
  do: 'jump',
  to: nodeName(to, quotes),
  ...(kind !== undefined && { kind: kind.toLowerCase() === 'scene' ? 'scene' : 'marker' }),
  ...(reason !== undefined && { reason: nameIn(reason, quotes) })
})

const split = (type: 'randomizer' | 'sequencer'): Reader => [
  adds(NOUNS[type]),
  ([, rest = '']) => {
    const [counted = '', count = '', unit = ''] = COUNT.exec(rest) ?? []
    const [weighed = '', weights] = /\bweights?\s+((?:\d+[,\s]*(?:and\s+)?)+)/i.exec(rest) ?? []
    const left = [counted, weighed].reduce((text, part) => text.replace(part, ''), rest)
    if (/inputs|options/i.test(unit) || /[^\s,.:]/.test(left.replace(/\b(?:with|of|between|the|and|each)\b/gi, ''))) return undefined
    const paths = counted === '' ? {} : { [type === 'sequencer' && /outputs|slots/i.test(unit) ? 'slots' : 'paths']: Number(numeric(count)) }
    const shares = weights === undefined || type === 'sequencer' ? {} : { weights: (weights.match(/\d+/g) ?? []).map(Number) }
    return node(type, { ...paths, ...shares }, `add a ${type}${counted === '' ? '' : ` with ${counted}`}`)
  }
]

const DICE = /(?<![\p{L}\d])(\d{0,2}d\d{1,6}(?:\s*[+-]\s*\d{1,6})?)(?![\p{L}\d])/iu
const RANGE = /\b(?:from|between)\s+(-?\d+)\s+(?:to|and)\s+(-?\d+)/i
/** The value that a generator assigns; undefined if the text doesn't say. */
function generatedIn(rest: string, quotes: readonly string[]): Data | undefined {
  const [, dice] = DICE.exec(rest) ?? []
  if (dice !== undefined) return { generator_type: 'dice', dice: dice.replaceAll(' ', '') }
  const [, min, max] = RANGE.exec(rest) ?? []
  if (min !== undefined) return { generator_type: 'random_int', min: Number(min), max: Number(max) }
  const options = literals(rest, quotes)
  if (options.length > 1) return { generator_type: 'strst', options }
  return /\b(?:random_bool|coin|flag|yes\/no|true\s+or\s+false)\b/i.test(rest) ? { generator_type: 'random_bool' } : undefined
}
const generator = (variable: string | undefined, rest: string, quotes: readonly string[]): RequestStep | undefined =>
  variable === undefined ? undefined : { do: 'generate', variable: nameIn(variable, quotes), data: generatedIn(rest, quotes) ?? {} }
const INTO = new RegExp(
  `\\b(?:for|into|sets|setting|fills|of|variable)\\s+(?:the\\s+)?(?:variable\\s+)?(?!(?:random|a|type|one)(?![\\p{L}\\d_]))(${NAME})`,
  'iu'
)

/** The variable for an answer. */
const STORED = new RegExp(
  `(?:\\s*,)?\\s*(?:and\\s+)?(?:(?:store|save|keep|put)s?\\s+(?:it|that|the\\s+answer|the\\s+reply)\\s+)?(?:in|into|as|to|for)\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})$`,
  'iu'
)
function input(rest: string, quotes: readonly string[]): RequestStep | undefined {
  const stored = STORED.exec(rest)
  if (!stored) return undefined
  const asked = rest.slice(0, stored.index).replace(/^(?:that\s+asks|asking|with(?:\s+the\s+prompt)?|for|:)\s*/i, '')
  const variable = nameIn(stored[1], quotes)
  const [prompt = asked] = literals(asked, quotes)
  return { do: 'input', variable, prompt: prompt.trim() === '' ? variable.replaceAll('_', ' ') : prompt.trim() }
}

const KEY = `(${NAME})`
const VALUE = '(.+?)'
type TagReader = readonly [RegExp, (parts: readonly (string | undefined)[]) => Data & { readonly who: string | undefined }]
const operation = (who: string | undefined, action: string, key: string | undefined, value?: string): ReturnType<TagReader[1]> => ({
  who,
  operations: [{ action, key, ...(value !== undefined && { value }) }]
})
const TAG_EDITS: readonly TagReader[] = [
  [
    new RegExp(`^(?:set|change)s?\\s+(?:the\\s+)?tag\\s+${KEY}\\s+of\\s+(.+?)\\s+(?:to|=)\\s+${VALUE}$`, 'isu'),
    ([key, who, value]) => operation(who, 'set', key, value)
  ],
  [
    new RegExp(`^(?:set|change)s?\\s+(.+?)[’']s\\s+tag\\s+${KEY}\\s+(?:to|=)\\s+${VALUE}$`, 'isu'),
    ([who, key, value]) => operation(who, 'set', key, value)
  ],
  [
    new RegExp(`^(?:remove|delete|clear)s?\\s+(?:the\\s+)?tag\\s+${KEY}\\s+(?:of|from)\\s+(.+)$`, 'isu'),
    ([key, who]) => operation(who, 'remove', key)
  ],
  [
    new RegExp(`^tags?\\s+(.+?)\\s+(?:as|with)\\s+${KEY}(?:\\s*(?:=|:|\\bto\\b|\\bis\\b)\\s*${VALUE})?$`, 'isu'),
    ([who, key, value]) => operation(who, 'set', key, value ?? '')
  ],
  [
    new RegExp(`^(?:of|for)\\s+(.+?)\\s*[:,]?\\s+(?:set\\s+)?${KEY}\\s*(?:=|:|\\bto\\b)\\s*${VALUE}$`, 'isu'),
    ([who, key, value]) => operation(who, 'set', key, value)
  ]
]

const match = (who: string | undefined, key: string | undefined, value?: string, not?: string): ReturnType<TagReader[1]> => ({
  who,
  match: { type: value === undefined ? 'has_key' : not === undefined ? 'equals' : 'not_equals', key, ...(value !== undefined && { value }) }
})
const NOT = '(?:is|=|equals)\\s*(not\\s+)?'
const TAG_CHECKS: readonly TagReader[] = [
  [
    new RegExp(
      `^(.+?)\\s+has\\s+(?:the\\s+|a\\s+)?tag\\s+${KEY}(?:\\s*(?:=|\\bof\\b|\\bwith\\s+(?:the\\s+)?value\\b|\\bset\\s+to\\b)\\s*${VALUE})?$`,
      'isu'
    ),
    ([who, key, value]) => match(who, key, value)
  ],
  [new RegExp(`^(?:the\\s+)?tag\\s+${KEY}\\s+of\\s+(.+?)\\s+${NOT}${VALUE}$`, 'isu'), ([key, who, not, value]) => match(who, key, value, not)],
  [new RegExp(`^(.+?)[’']s\\s+(?:tag\\s+)?${KEY}\\s+${NOT}${VALUE}$`, 'isu'), ([who, key, not, value]) => match(who, key, value, not)],
  [new RegExp(`^(?:of|for)\\s+(.+?)\\s*[:,]?\\s+${KEY}(?:\\s*(?:=|\\bis\\b)\\s*${VALUE})?$`, 'isu'), ([who, key, value]) => match(who, key, value)]
]

/** A change of a character's tag, or a check of one. */
function tag(type: 'tag_edit' | 'tag_match', readers: readonly TagReader[], text: string, quotes: readonly string[]): RequestStep | undefined {
  for (const [pattern, read] of readers) {
    const found = pattern.exec(text)
    if (!found) continue
    const { who, ...data } = read(found.slice(1).map((part) => (part === undefined ? undefined : nameIn(part, quotes))))
    if (who !== undefined) return { do: 'tag', type, who, data }
  }
  return undefined
}

const update = (
  variable: string | undefined,
  operation: Extract<RequestStep, { do: 'update' }>['operation'],
  value: string | undefined,
  quotes: readonly string[]
): RequestStep => ({ do: 'update', variable: nameIn(variable, quotes), operation, value: nameIn(numeric(value ?? '1'), quotes) })
const OPERATIONS = {
  set: 'set',
  change: 'set',
  increase: 'add',
  raise: 'add',
  decrease: 'subtract',
  lower: 'subtract',
  multiply: 'multiply',
  divide: 'divide'
} as const

/** A change of a variable: "set X to 3", "increase X by 2", "add 5 to X". */
function change(text: string, quotes: readonly string[]): RequestStep | undefined {
  const [, verb = '', one, value] =
    new RegExp(
      `^(set|change|increase|raise|decrease|lower|multiply|multiplie|divide)s?\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})(?:\\s*(?:\\bto\\b|\\bby\\b|=)\\s*(.+))?$`,
      'isu'
    ).exec(text) ?? []
  const known = verb.toLowerCase().replace('multiplie', 'multiply')
  if (one !== undefined && (OPERATIONS[known as keyof typeof OPERATIONS] !== 'set' || value !== undefined))
    return update(one, OPERATIONS[known as keyof typeof OPERATIONS], value, quotes)
  const [, sign = '', amount, to] =
    new RegExp(`^(add|subtract)s?\\s+(\\S+)\\s+(?:to|from)\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})$`, 'isu').exec(text) ?? []
  if (to !== undefined) return update(to, /^add/i.test(sign) ? 'add' : 'subtract', amount, quotes)
  const [, name, written = '', by] = new RegExp(`^(${NAME})\\s*(=|\\+=|-=|\\*=|/=)\\s*(.+)$`, 'isu').exec(text) ?? []
  const SIGNS = { '=': 'set', '+=': 'add', '-=': 'subtract', '*=': 'multiply', '/=': 'divide' } as const
  return name === undefined ? undefined : update(name, SIGNS[written as keyof typeof SIGNS], by, quotes)
}

const OF = /^(?:that|which|of|for|:|to)?\s*/i

/** The readers of node types other than speech, content, choices and conditions, and of changes and checks of variables and tags. */
export const TYPE_READERS: readonly Reader[] = [
  hub,
  labelled('marker'),
  labelled('frame'),
  labelled('entry'),
  [new RegExp(`^${ADD}jump(?:\\s+node)?\\s+${JUMP_TO}`, 'is'), jump],
  [new RegExp(`^(?:jump|go)\\s+${JUMP_TO}`, 'is'), jump],
  split('randomizer'),
  split('sequencer'),
  [adds(NOUNS.generator), ([, rest = ''], quotes) => generator(INTO.exec(rest)?.[1], rest, quotes)],
  [
    new RegExp(`^(?:roll\\s+|${ADD}roll\\s+of\\s+)(.+?)\\s+(?:in|into|for|to)\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})$`, 'isu'),
    ([, rest = '', variable], quotes) => (DICE.test(rest) ? generator(variable, rest, quotes) : undefined)
  ],
  [
    new RegExp(`^set\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})\\s+(?:to|=)\\s*a\\s+random\\s+(.+)$`, 'isu'),
    ([, variable, rest = ''], quotes) => generator(variable, rest, quotes)
  ],
  [adds(NOUNS.user_input), ([, rest = ''], quotes) => input(rest, quotes)],
  [/^ask\s+(?:the\s+)?(?:player|user|reader)\s+(.*)$/is, ([, rest = ''], quotes) => input(rest, quotes)],
  [
    new RegExp(
      `^(?:${ADD}(?:${NOUNS.macro_use})(?:\\s+node)?\\s*(?:of|for|:)?\\s*(?:the\\s+)?(?:macro\\s+)?|(?:use|call|run|play)\\s+(?:the\\s+)?macro\\s+)(.+)$`,
      'is'
    ),
    ([, macro], quotes) => ({ do: 'macro', name: nameIn(macro, quotes) })
  ],
  [
    adds(NOUNS.tag_edit),
    ([, rest = ''], quotes) => tag('tag_edit', TAG_EDITS, TAG_EDITS.some(([pattern]) => pattern.test(rest)) ? rest : rest.replace(OF, ''), quotes)
  ],
  [/^((?:set|change|remove|delete|clear|tag)\s.*)$/is, ([, text = ''], quotes) => tag('tag_edit', TAG_EDITS, text, quotes)],
  [adds(NOUNS.tag_check), ([, rest = ''], quotes) => tag('tag_match', TAG_CHECKS, rest.replace(/^(?:whether|if|that|:|on)\s*/i, ''), quotes)],
  [
    new RegExp(`^(?:${ADD}(?:${NOUNS.condition})|test)\\s+(?:on\\s+)?(?:whether|if|that)?\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => tag('tag_match', TAG_CHECKS.slice(0, 3), rest, quotes)
  ],
  [adds(NOUNS.variable_update), ([, rest = ''], quotes) => change(rest.replace(OF, ''), quotes)],
  [/^((?:set|change|increase|raise|decrease|lower|multiply|divide|add|subtract)\s.*)$/is, ([, text = ''], quotes) => change(text, quotes)]
]
