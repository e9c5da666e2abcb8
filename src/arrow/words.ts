import { ANONYMOUS, type ArrowDocument, type ArrowId, type ArrowNode, type ArrowValue, type VariableType } from './document'
import { dataOf, listOf } from './node-types'
import { picturesInWords } from './picture-words'
import { clipped } from '../shared/words/clipped'

/** A part of a sentence about a node: plain words, a name from the document, a value, or a choice that is still missing. */
export type WordPart = string | { readonly name: string } | { readonly value: string } | { readonly missing: string }
/** A sentence about a node: “`courage` is at least 3”. */
export type SentenceWords = readonly WordPart[]

/** A sentence as plain text: names in backticks, missing things in brackets. */
export const plainWords = (words: SentenceWords): string =>
  words
    .map((part) => (typeof part === 'string' ? part : 'name' in part ? `\`${part.name}\`` : 'value' in part ? part.value : `[${part.missing}]`))
    .join('')

/** The operators of a condition by the variable's type, each as the words between the variable and the value. */
export const CONDITIONS: Readonly<Record<VariableType, Readonly<Record<string, string>>>> = {
  num: { eq: 'is', nq: 'is not', gt: 'is more than', gte: 'is at least', ls: 'is less than', lse: 'is at most' },
  str: {
    rgx: 'matches the pattern',
    ct: 'contains, in any case,',
    cts: 'contains',
    bgn: 'begins with',
    end: 'ends with',
    eql: 'is as long as',
    lng: 'is longer than',
    shr: 'is shorter than'
  },
  bool: { eq: 'is', nq: 'is not' }
}

/** The operators of an update by the variable's type: words with `{v}` for the variable and `{x}` for the value. */
export const UPDATES: Readonly<Record<VariableType, Readonly<Record<string, string>>>> = {
  num: {
    set: 'Set {v} to {x}',
    add: 'Add {x} to {v}',
    sub: 'Subtract {x} from {v}',
    mul: 'Multiply {v} by {x}',
    div: 'Divide {v} by {x}',
    rem: 'Set {v} to its remainder when divided by {x}',
    exp: 'Raise {v} to the power of {x}',
    abs: 'Set {v} to {x} without its sign'
  },
  str: {
    set: 'Set {v} to {x}',
    ins: 'Append {x} to {v}',
    inb: 'Put {x} before {v}',
    stc: 'Set {v} to {x}, capitalized',
    stl: 'Set {v} to {x} in lower case',
    stu: 'Set {v} to {x} in upper case',
    rmc: 'Remove the first {x} from {v}',
    rml: 'Remove the first {x} from {v}, in any case',
    rmr: 'Remove the last {x} from {v}',
    rmi: 'Remove the last {x} from {v}, in any case',
    rpl: 'Replace in {v}: {x}',
    rpi: 'Replace in {v}, in any case: {x}'
  },
  bool: { set: 'Set {v} to {x}', neg: 'Set {v} to the opposite of {x}' }
}

/** The methods of a generator by the variable's type, as a menu shows them. */
export const GENERATORS: Readonly<Record<VariableType, Readonly<Record<string, string>>>> = {
  num: { randi: 'a random number' },
  str: { ascii: 'random characters', strst: 'one of several texts' },
  bool: { rnbln: 'true or false at random' }
}

/** The effect of a tag_edit, by its method: words with `{c}` for the owner of the tag, `{k}` for the tag and `{x}` for the value. */
export const TAG_EDITS: readonly string[] = [
  'Add {c} tag {k}: {x}, if absent',
  'Change {c} tag {k} to {x}, if present',
  'Set {c} tag {k} to {x}',
  'Remove {c} tag {k} if it is {x}',
  'Remove {c} tag {k}'
]

/** A sentence about a node's effect, for types without a text of their own; undefined for the others. */
export function nodeWords(document: ArrowDocument, node: ArrowNode): SentenceWords | undefined {
  const about = WORDS[node.type]
  return Object.hasOwn(WORDS, node.type) ? about?.(document, node) : undefined
}

const WORDS: Readonly<Record<string, (document: ArrowDocument, node: ArrowNode) => SentenceWords>> = {
  condition: (document, node) => {
    const { id, part, type } = variableOf(document, node)
    const words = type && textAt(CONDITIONS[type], dataOf(node, 'operator'))
    return [part, words === undefined ? ' ' : ` ${words} `, ...(words === undefined ? [{ missing: 'no condition' }] : [operand(document, id, node)])]
  },
  variable_update: (document, node) => {
    const { id, part, type } = variableOf(document, node)
    const words = type && textAt(UPDATES[type], dataOf(node, 'operator'))
    return words === undefined ? ['Set ', part, ' to ', operand(document, id, node)] : filled(words, { v: part, x: replacement(document, id, node) })
  },
  generator: (document, node) => ['Set ', variableOf(document, node).part, ' to ', ...generated(node)],
  user_input: (document, node) => ['Sets ', variableOf(document, node).part],
  tag_edit: (document, node) => {
    const [method, key, value] = listOf(dataOf(node, 'edit'))
    const words = TAG_EDITS[Number(method)] ?? TAG_EDITS[1] ?? ''
    return filled(words, { c: whose(document, node), k: keyPart(key), x: { value: quoted(value ?? '') } })
  },
  tag_match: (document, node) => [
    whose(document, node),
    ' tag ',
    keyPart(dataOf(node, 'tag_key')),
    dataOf(node, 'regex') === true ? ' matches' : ' is'
  ],
  tag_pass: (document, node) => {
    const [method, items] = listOf(dataOf(node, 'pass'))
    const tags = listOf(items).map(listOf)
    const joined = tags.flatMap(([key, value], k): WordPart[] => [
      ...(k === 0 ? [] : [method === 0 ? ' or ' : ' and ']),
      keyPart(key),
      ...(value === null || value === undefined ? [] : [' = ', { value: quoted(value) }])
    ])
    return [characterPart(document, node), ' has ', ...(joined.length === 0 ? [{ missing: 'no tag' }] : joined)]
  },
  jump: (document, node) => {
    const reason = dataOf(node, 'reason')
    const to: SentenceWords = ['To ', targetPart(document, Number(dataOf(node, 'target')))]
    return typeof reason === 'string' && reason !== '' ? [...to, `: ${reason}`] : to
  },
  macro_use: (document, node) => {
    const macro = document.resources.scenes.get(Number(dataOf(node, 'macro')))
    return [macro ? { name: macro.name } : { missing: 'no macro' }]
  }
}

/** Names that Arrow 1 generated from scene, number and type: `S31NzUsr`. */
const MADE_NAME = /^S[\da-z]+N[\da-z]+[A-Z][a-z]{2}$/

/** The name that a person gave a node; undefined for a name that Arrow generated. */
export const ownName = (id: ArrowId, { name }: ArrowNode): string | undefined =>
  name === '' || name === id.toString(36) || MADE_NAME.test(name) ? undefined : name

/** A node's text or effect on one line; empty for a node without either. */
export function saidBy(document: ArrowDocument, node: ArrowNode): string {
  const text = (member: string): string => {
    const value = dataOf(node, member)
    const all = Array.isArray(value)
      ? value.filter((one) => typeof one === 'string' && one.trim() !== '').join(' / ')
      : typeof value === 'string'
        ? value
        : ''
    return all.replace(/\s+/g, ' ').trim()
  }
  const story = (member: string): string => picturesInWords(node, text(member))
  const who = document.resources.characters.get(Number(dataOf(node, 'character')))?.name ?? ANONYMOUS.name
  switch (node.type) {
    case 'content':
      return [story('title'), story('content')].filter(Boolean).join(': ')
    case 'dialog':
      return [who, text('lines')].filter(Boolean).join(': ')
    case 'monolog':
      return [who, story('monolog')].filter(Boolean).join(': ')
    case 'interaction':
      return text('actions')
    case 'user_input':
      return text('prompt') || plainWords(nodeWords(document, node) ?? []).replaceAll('`', '')
    case 'marker':
    case 'frame':
      return text('label')
    case 'entry':
      return text('plaque')
    default:
      return plainWords(nodeWords(document, node) ?? []).replaceAll('`', '')
  }
}

/** The maximum length of a jump target's description, in characters. */
const MAX_TARGET = 60

/** A jump's target: its name, otherwise its text. For a target that is a jump itself, only its name. */
function targetPart(document: ArrowDocument, id: ArrowId): WordPart {
  const target = document.resources.nodes.get(id)
  if (!target) return { missing: 'no target' }
  const name = ownName(id, target)
  const said = target.type === 'jump' ? '' : saidBy(document, target)
  if (name !== undefined || said === '') return { name: name ?? target.name }
  return { value: `“${clipped(said, MAX_TARGET)}”` }
}

/** Replaces `{v}`, `{x}` and the like in words by parts. */
const filled = (words: string, parts: Readonly<Record<string, WordPart>>): SentenceWords =>
  words.split(/\{(\w)\}/).flatMap((piece, k): WordPart[] => (k % 2 === 1 ? [parts[piece] ?? piece] : piece === '' ? [] : [piece]))

function variableOf(document: ArrowDocument, node: ArrowNode): { id: ArrowId; part: WordPart; type: VariableType | undefined } {
  const id = Number(dataOf(node, 'variable'))
  const variable = document.resources.variables.get(id)
  return { id, part: variable ? { name: variable.name } : { missing: 'no variable' }, type: variable?.type }
}

function characterPart(document: ArrowDocument, node: ArrowNode): WordPart {
  const character = document.resources.characters.get(Number(dataOf(node, 'character')))
  return character ? { name: character.name } : { missing: 'no character' }
}

/** The owner of a node's tag: “Elena's”. */
function whose(document: ArrowDocument, node: ArrowNode): WordPart {
  const character = document.resources.characters.get(Number(dataOf(node, 'character')))
  return character ? { name: `${character.name}'s` } : { missing: "no character's" }
}

const keyPart = (key: ArrowValue | undefined): WordPart => (typeof key === 'string' && key !== '' ? { name: key } : { missing: 'no tag' })

/** The operand of a condition or an update: a value, or another variable. */
function operand(document: ArrowDocument, self: ArrowId, node: ArrowNode): WordPart {
  const [mode, value] = listOf(dataOf(node, 'with'))
  if (mode !== 1) return value === null || value === undefined ? { missing: 'no value' } : { value: quoted(value) }
  if (value === self) return 'its initial value'
  const other = document.resources.variables.get(Number(value))
  return other ? { name: other.name } : { missing: 'no variable' }
}

/** As `operand`; a replacement reads “old” with “new”. */
function replacement(document: ArrowDocument, self: ArrowId, node: ArrowNode): WordPart {
  const [mode, value] = listOf(dataOf(node, 'with'))
  const operator = dataOf(node, 'operator')
  if ((operator !== 'rpl' && operator !== 'rpi') || mode === 1 || typeof value !== 'string') return operand(document, self, node)
  const [find = '', by = ''] = value.split('|')
  return { value: `${quoted(find)} with ${quoted(by)}` }
}

function generated(node: ArrowNode): SentenceWords {
  const argumentList = dataOf(node, 'arguments')
  const args = listOf(argumentList)
  switch (dataOf(node, 'method')) {
    case 'randi': {
      const [from = 0, to = 100, negative, even, odd] = args
      const parity = even === true && odd !== true ? 'an even' : odd === true && even !== true ? 'an odd' : 'a random'
      return [
        `${parity} number from `,
        { value: `${negative === true ? '−' : ''}${numberWords(from)}` },
        ' to ',
        { value: `${negative === true ? '−' : ''}${numberWords(to)}` }
      ]
    }
    case 'ascii':
      return [{ value: numberWords(args[1] ?? 0) }, ' random characters']
    case 'strst':
      return [
        'one of ',
        {
          value: typeof argumentList === 'string' && argumentList !== '' ? argumentList.split('|').filter(Boolean).map(quoted).join(', ') : quoted('')
        }
      ]
    case 'rnbln':
      return ['true or false at random']
    default:
      return [{ missing: 'no method' }]
  }
}

const numberWords = (value: ArrowValue): string => (typeof value === 'number' ? String(value) : '?')
/** A value in words: texts in quotation marks, lists and objects (which no node should contain) as JSON. */
const quoted = (value: ArrowValue): string => (typeof value === 'string' ? `“${value}”` : JSON.stringify(value))
const textAt = (texts: Readonly<Record<string, string>>, key: ArrowValue | undefined): string | undefined =>
  typeof key === 'string' && Object.hasOwn(texts, key) ? texts[key] : undefined
