import { ADD, KINDS, literals, MARK, nameIn, nodeName, numeric, optionsIn, VERBS, withoutQuotes, type Reader } from './clause'
import { EDIT_READERS, SPEECH_READERS } from './edit-readers'
import { inPlainWords, withQuotedOption } from './phrases'
import { isNodeStep, type ResourceKind, type RequestStep } from './steps'
import { sources, TYPE_READERS } from './type-readers'

/** The steps in a text, or the part of it that isn't understood. */
export type Parsed = { readonly steps: readonly RequestStep[] } | { readonly unclear: string }

/** The most characters of a request. */
const MAX_REQUEST = 4000
const QUOTE = /"([^"]*)"|“([^”]*)”|«([^»]*)»|(?<![\p{L}\d])'([^']*(?:'[\p{L}][^']*)*)'(?![\p{L}\d])/gu

/** The beginnings of new steps. */
const CUTS = new RegExp(
  `\\s*(?:[.;]+(?=\\s|$)|\\n+|,?\\s+(?:and\\s+)?if\\s+so(?:,|\\s+then)?|,\\s*(?:and\\s+|or\\s+)?(?=(?:otherwise|else|if\\s+not)\\b)|,?\\s+(?:and\\s+)?then|,?\\s+(?:and\\s+)?after\\s+that,?|,\\s*(?=(?:an?|another)\\s+(?:${KINDS})\\b)|,?\\s+and\\s+(?=(?:(?:${VERBS})|(?:an?|another)\\s+(?:new\\s+)?(?:${KINDS}))\\b)|,\\s*(?=(?:${VERBS})\\b)|(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?=after\\s)|,\\s*(?=on\\s+(?:true|false|yes|no|\ue000)))\\s*`,
  'gi'
)

/** Reads a user's request. Quotes are literal; several steps are joined by "then", "and" or full stops. */
export function parseRequest(text: string): Parsed {
  const quotes: string[] = []
  const plain = withQuotedOption(text.slice(0, MAX_REQUEST).trim())
    .replace(/[^\P{Cc}\n]|\ue000/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
  const marked = plain.replace(QUOTE, (whole, ...parts: unknown[]) => {
    const quote = parts.slice(0, 4).find((part): part is string => typeof part === 'string')
    return quote === undefined ? whole : `\ue000${quotes.push(quote) - 1}\ue000`
  })
  const clauses = inPlainWords(marked)
    .split(CUTS)
    .map((clause) => clause.replace(/^(?:please|now|also|and|then|can you|could you|i want you to|first)[\s,]+/i, '').trim())
    .filter((clause) => clause !== '')
  const steps: RequestStep[] = []
  for (const clause of clauses) {
    const [, place, rest] = AFTER.exec(clause.replace(/^(?:otherwise|else|if\s+not)\b,?/i, 'on false')) ?? []
    // Without a place, or with "that" or "it", the next step simply continues.
    if (place !== undefined && !/^(?:that|this|it)$/i.test(place)) steps.push({ do: 'after', what: placeName(place, quotes) })
    if (place !== undefined && rest === undefined) continue
    const step = stepOf(rest ?? clause, quotes)
    if (!step) return { unclear: shown(clause, quotes) }
    steps.push(step)
  }
  return clauses.length === 0 ? { unclear: text.trim() } : { steps }
}

/** A position for a step: "after Refuse", "on false", "in case of the choice". The step may be in the same clause. */
const AFTER = new RegExp(
  `^(?:after|on|behind|if\\s+it\\s+is)\\s+(.+?)(?:\\s*[,:]?\\s+((?:${VERBS})\\b.*|(?:an?|another)\\s+(?:new\\s+)?(?:${KINDS})\\b.*))?$`,
  'is'
)
const placeName = (text: string, quotes: readonly string[]): string =>
  nodeName(text.replace(/^(?:the\s+)?(?:option|choice|line|answer)\s+(?=\ue000)/i, '').replace(/\s+(?:branch|option)$/i, ''), quotes)

const shown = (clause: string, quotes: readonly string[]): string => clause.replace(MARK, (_, n: string) => `“${quotes[Number(n)] ?? ''}”`)
const COMPARISONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:is\s+)?(?:at\s+least|>=|≥|no\s+less\s+than)\s*/i, '>='],
  [/^(?:is\s+)?(?:at\s+most|<=|≤|no\s+more\s+than)\s*/i, '<='],
  [/^(?:is\s+)?(?:not\s+equal\s+to|not|!=|≠|isn[’']t|is\s+not)\s*/i, '!='],
  [/^(?:is\s+)?(?:more\s+than|greater\s+than|above|over|>)\s*/i, '>'],
  [/^(?:is\s+)?(?:less\s+than|smaller\s+than|below|under|<)\s*/i, '<'],
  [/^(?:is\s+equal\s+to|equals|is|==?)\s*/i, '==']
]

/** A comparison: the variable, the operator and the operand. */
function conditionOf(text: string, quotes: readonly string[]): RequestStep | undefined {
  const [, variable, rest = ''] = /^(?:the\s+)?(?:variable\s+)?([\p{L}\d_\ue000]+)\s*(.*)$/su.exec(text) ?? []
  if (variable === undefined) return undefined
  const found = COMPARISONS.find(([pattern]) => pattern.test(rest))
  const value = found ? nameIn(numeric(rest.replace(found[0], '')), quotes) : rest === '' || /^is\s+set$/i.test(rest) ? 'true' : undefined
  if (value === undefined || value === '') return undefined
  return { do: 'condition', variable: nameIn(variable, quotes), operator: found?.[1] ?? '==', value }
}

/** A node with its position at the end: "… after Refuse", "… between A and B". If its own words aren't quoted, they may contain "after". */
const PLACED: Reader = [
  new RegExp(
    `^((?:${ADD})(?:[^\\ue000]*\\ue000\\d+\\ue000|(?:hub|marker|jump|frame|randomi[sz]er|sequencer?|entry|tag[_\\s-]|variable[_\\s-]update|macro[_\\s-]use)).*?)\\s+(?:(?:after|behind)\\s+([^,]+)|before\\s+([^,]+)|between\\s+(.+?)\\s+and\\s+(.+))$`,
    'is'
  ),
  ([, added = '', after, before, from, to], quotes) => {
    const step = stepOf(added, quotes)
    if (!step || !isNodeStep(step)) return undefined
    if (after !== undefined && /^(?:that|this|it)$/i.test(after)) return step
    if (after !== undefined) return { do: 'follow', what: placeName(after, quotes), node: step }
    if (before !== undefined) return { do: 'before', what: nodeName(before, quotes), node: step }
    return { do: 'between', from: nodeName(from, quotes), to: nodeName(to, quotes), node: step }
  }
]

function speech(kind: 'dialog' | 'monolog'): Reader[1] {
  return ([, rest = ''], quotes) => {
    const about = withoutQuotes(rest).replace(/^(?:node\s+)?(?:where|in\s+which|that\s+says|saying|with|by|from|of|for|between|:)?\s*/i, '')
    const who = speakerIn(about)
    const lines = literals(rest, quotes)
    return lines.length === 0 && about === '' ? undefined : { do: kind, lines, about, ...(who !== undefined && { who }) }
  }
}

/** Words that make a possessive a character's name: "Tobit's aunt" is a character, "Elena's offer" isn't. */
const KIN =
  'aunt|uncle|mother|father|brother|sister|son|daughter|wife|husband|widow|child|cousin|niece|nephew|grandmother|grandfather|friend|master|mistress|servant|guard|captain|apprentice|ghost|dog|horse'
const WORD = "\\p{Lu}[\\p{L}\\d_’'-]*"
const NAME = new RegExp(`(?<![\\p{L}\\d])${WORD}(?:\\s+(?:the|of)\\s+${WORD}|\\s+${WORD}|(?<=[’']s)\\s+(?:${KIN})(?![\\p{L}\\d]))*`, 'gu')

/** The speaker: the last name before the verb, such as Elena in "the protagonist meets Elena and she offers to help". */
function speakerIn(about: string): string | undefined {
  const names = [...about.matchAll(NAME)].map(([name]) => name)
  const [first] = names
  return first === undefined ? undefined : first.replace(/[’']s$/, '')
}

const READERS: readonly Reader[] = [
  [new RegExp(`^${ADD}(?:dialogue|dialog)\\b\\s*(.*)$`, 'is'), speech('dialog')],
  [new RegExp(`^${ADD}(?:monologue|monolog)\\b\\s*(.*)$`, 'is'), speech('monolog')],
  [
    new RegExp(
      `^(?:${ADD}|(?:give|offer)\\s+the\\s+(?:player|reader)\\s+(?:an?|the)\\s+|(?:let|have)\\s+the\\s+(?:player|reader)\\s+)(?:choices?|choose|decision|decide|interaction)\\b\\s*(.*)$`,
      'is'
    ),
    ([, rest = ''], quotes) => {
      const options = optionsIn(rest, quotes)
      return options.length === 0 ? undefined : { do: 'choice', options }
    }
  ],
  [
    new RegExp(`^${ADD}(?:content|narration|description|text\\s+node|passage)\\b\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => {
      const titled = /\b(?:titled|called|with\s+the\s+title)\s+\ue000(\d+)\ue000/i.exec(rest)
      const title = titled ? quotes[Number(titled[1])] : undefined
      const body = titled ? rest.replace(titled[0], ' ') : rest
      const about = withoutQuotes(body).replace(
        /^(?:node\s+)?(?:that\s+(?:says|describes)|saying|describing|about|where|with(?:\s+the\s+text)?|of|:)?\s*/i,
        ''
      )
      const lines = literals(body, quotes)
      // Words beside a quoted text can change its meaning.
      const isClear = lines.length > 0 ? /^(?:and|[,:\s])*$/i.test(about) : about !== '' || title !== undefined
      return isClear ? { do: 'content', lines, about, ...(title !== undefined && { title }) } : undefined
    }
  ],
  ...TYPE_READERS,
  [
    new RegExp(`^${ADD}(?:condition|check|branch)\\b\\s*(?:node\\s+)?(?:on\\s+whether|whether|if|that|when|on|for|:)?\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => conditionOf(rest, quotes)
  ],
  [/^(?:check|test|branch)\s+(?:on\s+)?(?:whether|if|that)?\s*(.*)$/is, ([, rest = ''], quotes) => conditionOf(rest, quotes)],
  [
    new RegExp(
      `^${ADD}(?:variable|(number|numeric|text|string|yes\\/no|boolean|flag)(?:\\s+variable)?)\\s+(?:called\\s+|named\\s+)?([\\p{L}\\d_\\ue000]+)\\s*(.*)$`,
      'isu'
    ),
    ([, type, name, rest = ''], quotes) => {
      const [, kind = type] = /\bof\s+(?:the\s+)?type\s+(\w+)/i.exec(rest) ?? []
      const [, value] =
        /(?:of|with(?:\s+the)?\s+value|starting\s+(?:at|with)|=|is|to)\s+([^\s]+)\s*$/i.exec(rest.replace(/\bof\s+(?:the\s+)?type\s+\w+/i, '')) ?? []
      const known = typeNamed(kind)
      return {
        do: 'variable',
        name: nameIn(name, quotes),
        ...(known && { type: known }),
        ...(value !== undefined && { value: nameIn(numeric(value), quotes) })
      }
    }
  ],
  [
    new RegExp(`^${ADD}character\\s+(?:called\\s+|named\\s+)?(.+?)(?:\\s+(?:with|in)\\s+(?:the\\s+)?colou?r\\s+(#?[\\da-f]{6}))?$`, 'is'),
    ([, name, color], quotes) => ({ do: 'character', name: nameIn(name, quotes), ...(color !== undefined && { color }) })
  ],
  [
    new RegExp(`^${ADD}(scene|macro)\\s+(?:called\\s+|named\\s+)?(.+)$`, 'is'),
    ([, kind = '', name], quotes) => ({ do: 'scene', name: nameIn(name, quotes), macro: kind.toLowerCase() === 'macro' })
  ],
  [
    /^(?:connect|link)\s+(?:(?:the\s+)?(true|false|output\s+\d+|choice\s+\ue000\d+\ue000|\ue000\d+\ue000)\s+(?:branch\s+|output\s+)?of\s+)?(.+?)\s+(to|with|and)\s+(.+)$/is,
    ([, output, first = '', word = '', second = ''], quotes) => {
      // In "A and B to C", the last "to" counts.
      const [, more, target = second] = (word.toLowerCase() === 'and' && /^(.+)\s+to\s+(.+)$/is.exec(second)) || []
      const to = /^(?:(?:an?|another)\s+(?:new\s+)?|new\s+)/i.test(target) ? stepOf(`add ${target}`, quotes) : nodeName(target, quotes)
      if (to === undefined || (typeof to !== 'string' && !isNodeStep(to))) return undefined
      const from = sources(more === undefined ? first : `${first} and ${more}`, quotes)
      return { do: 'connect', ...from, to, ...(output !== undefined && { output: nameIn(output.replace(/^choice\s+/i, ''), quotes) }) }
    }
  ],
  [
    /^(?:disconnect|unlink)\s+(.+?)\s+(?:from|and)\s+(.+)$/is,
    ([, from, to], quotes) => ({ do: 'disconnect', from: nodeName(from, quotes), to: nodeName(to, quotes) })
  ],
  [
    /^end\s+(?:the\s+|this\s+)?(?:scene|story|play|branch)\s+(?:after|at|with)\s+(.+)$/is,
    ([, what], quotes) => ({ do: 'end', what: placeName(what ?? '', quotes) })
  ],
  [
    /^(?:delete|remove)\s+(?:the\s+)?(?:(node|character|variable|scene|macro)\s+)?(.+)$/is,
    ([, kind, what], quotes) => ({ do: 'delete', ...kindNamed(kind), what: nodeName(what, quotes) })
  ],
  [
    /^rename\s+(?:the\s+)?(?:(node|character|variable|scene|macro)\s+)?(.+?)\s+(?:to|as|into)\s+(.+)$/is,
    ([, kind, what, to], quotes) => ({ do: 'rename', ...kindNamed(kind), what: nodeName(what, quotes), to: nameIn(to, quotes) })
  ]
]

const kindNamed = (kind: string | undefined): { kind?: ResourceKind } =>
  kind === undefined ? {} : { kind: kind.toLowerCase() === 'macro' ? 'scene' : (kind.toLowerCase() as ResourceKind) }

function typeNamed(word: string | undefined): 'num' | 'str' | 'bool' | undefined {
  if (word === undefined) return undefined
  if (/^(?:num|number|numeric|int|integer)$/i.test(word)) return 'num'
  return /^(?:str|string|text)$/i.test(word) ? 'str' : /^(?:bool|boolean|flag|yes\/no)$/i.test(word) ? 'bool' : undefined
}

function stepOf(clause: string, quotes: readonly string[]): RequestStep | undefined {
  for (const [pattern, read] of [...EDIT_READERS, PLACED, ...READERS, ...SPEECH_READERS]) {
    const match = pattern.exec(clause)
    const step = match ? read(match, quotes) : undefined
    if (step) return step
  }
  return undefined
}
