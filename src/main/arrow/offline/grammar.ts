import type { NodeType } from '../../../arrow'

/** What can be named in a request. */
export type Kind = 'node' | 'character' | 'variable' | 'scene'

/** One step of a user's request. Names are as written; `lines` are literal texts. */
export type Step =
  | NodeStep
  /** The next step follows this option, branch or node. */
  | { readonly do: 'after'; readonly what: string }
  /** A connection from a node or option to a node, or to a new one. */
  | { readonly do: 'connect'; readonly from: string; readonly to: string | NodeStep; readonly output?: string }
  | { readonly do: 'disconnect'; readonly from: string; readonly to: string }
  | { readonly do: 'delete'; readonly kind?: Kind; readonly what: string }
  | { readonly do: 'rename'; readonly kind?: Kind; readonly what: string; readonly to: string }
  /** Another text for a node, or for the line or option with these words. */
  | { readonly do: 'text'; readonly what: string; readonly to: string }
  /** The start of a scene or the whole document. */
  | { readonly do: 'entry'; readonly what: string; readonly of: 'scene' | 'document' }
  | { readonly do: 'character'; readonly name: string }
  | { readonly do: 'variable'; readonly name: string; readonly type?: 'num' | 'str' | 'bool'; readonly value?: string }
  | { readonly do: 'scene'; readonly name: string; readonly macro: boolean }

/** A step that adds nodes. */
export type NodeStep =
  | { readonly do: 'speech'; readonly type: 'dialog' | 'monolog'; readonly who?: string; readonly lines: readonly string[]; readonly about: string }
  | { readonly do: 'content'; readonly title?: string; readonly text: string }
  | { readonly do: 'choice'; readonly options: readonly string[] }
  | { readonly do: 'condition'; readonly variable: string; readonly operator: string; readonly value: string }
  | { readonly do: 'update'; readonly variable: string; readonly operation: 'set' | 'add' | 'subtract'; readonly value: string }
  | { readonly do: 'jump'; readonly to: string }
  | { readonly do: 'node'; readonly type: NodeType; readonly label: string }

const NODE_STEPS: readonly Step['do'][] = ['speech', 'content', 'choice', 'condition', 'update', 'jump', 'node']
/** Returns whether a step adds a node. */
export const isNodeStep = (step: Step): step is NodeStep => NODE_STEPS.includes(step.do)

/** The steps in a text, or the part of it that isn't understood. */
export type Parsed = { readonly steps: readonly Step[] } | { readonly unclear: string }

/** The most characters of a request. */
const MAX_REQUEST = 4000
const QUOTE = /"([^"]*)"|“([^”]*)”|«([^»]*)»|(?<![\p{L}\d])'([^']*(?:'[\p{L}][^']*)*)'(?![\p{L}\d])/gu
/** A placeholder for a quote while a text is split into steps. */
const MARK = /\ue000(\d+)\ue000/g

const VERBS =
  'add|create|make|change|replace|insert|write|put|set|connect|link|disconnect|unlink|delete|remove|rename|increase|decrease|raise|lower|check|test|subtract|(?:jump|go)\\s+(?:back\\s+)?to'
/** The beginnings of a step without a verb. Words that also occur in stories, such as "change", aren't among them. */
const KINDS =
  'dialogue|dialog|monologue|monolog|content|narration|choice|decision|condition|check|variable|character|scene|macro|number|text|flag|hub|marker|randomi[sz]er|sequencer|jump\\s+(?:back\\s+)?to'
const ADD = '(?:(?:add|create|make|insert|write|put)\\s+)?(?:(?:an?|the|another|one)\\s+)*(?:new\\s+)?'
/** A variable in a pattern: a word or a quote. */
const NAME = '[\\p{L}\\d_\ue000]+'

const CUTS = new RegExp(
  `\\s*(?:[.;]+(?=\\s|$)|\\n+|,?\\s+(?:and\\s+)?if\\s+so(?:,|\\s+then)?|,\\s*(?:and\\s+|or\\s+)?(?=(?:otherwise|else|if\\s+not)\\b)|,?\\s+(?:and\\s+)?then|,?\\s+(?:and\\s+)?after\\s+that,?|,\\s*(?=(?:an?|another)\\s+(?:${KINDS})\\b)|,?\\s+and\\s+(?=(?:(?:${VERBS})|(?:an?|another)\\s+(?:new\\s+)?(?:${KINDS}))\\b)|,\\s*(?=(?:${VERBS})\\b)|(?:,\\s*(?:and\\s+)?|\\s+and\\s+)(?=after\\s)|,\\s*(?=on\\s+(?:true|false|yes|no|\ue000)))\\s*`,
  'gi'
)
/** A position for a step: "after Refuse", "on false". The step may be in the same clause. */
const AFTER = new RegExp(
  `^(?:after|on|behind|if\\s+it\\s+is)\\s+(.+?)(?:\\s*[,:]?\\s+((?:${VERBS})\\b.*|(?:an?|another)\\s+(?:new\\s+)?(?:${KINDS})\\b.*))?$`,
  'is'
)

/** Reads a user's request. Quotes are literal; several steps are joined by "then", "and" or full stops. */
export function parseRequest(text: string): Parsed {
  const quotes: string[] = []
  const marked = text
    .slice(0, MAX_REQUEST)
    .replace(/[^\P{Cc}\n]|\ue000/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .replace(QUOTE, (whole, ...parts: unknown[]) => {
      const quote = parts.slice(0, 4).find((part): part is string => typeof part === 'string')
      return quote === undefined ? whole : `\ue000${quotes.push(quote) - 1}\ue000`
    })
  const clauses = marked
    .split(CUTS)
    .map((clause) => clause.replace(/^(?:please|now|also|and|then|can you|could you|i want you to|first)[\s,]+/i, '').trim())
    .filter((clause) => clause !== '')
  const steps: Step[] = []
  for (const clause of clauses) {
    const [, place, rest] = AFTER.exec(clause.replace(/^(?:otherwise|else|if\s+not)\b,?/i, 'on false')) ?? []
    // Without a place, or with "that" or "it", the next step simply continues.
    if (place !== undefined && !/^(?:that|this|it)$/i.test(place)) steps.push({ do: 'after', what: placeIn(place, quotes) })
    if (place !== undefined && rest === undefined) continue
    const step = stepOf(rest ?? clause, quotes)
    if (!step) return { unclear: clause.replace(MARK, (_, n: string) => `“${quotes[Number(n)] ?? ''}”`) }
    steps.push(step)
  }
  return clauses.length === 0 ? { unclear: text.trim() } : { steps }
}

type Quotes = readonly string[]
/** Parses a clause as a step; returns undefined if it doesn't match. */
type Reader = readonly [RegExp, (match: readonly (string | undefined)[], quotes: Quotes) => Step | undefined]

const literals = (clause: string, quotes: Quotes): string[] => [...clause.matchAll(MARK)].map(([, n]) => quotes[Number(n)] ?? '')
const withoutQuotes = (clause: string): string => clause.replace(MARK, ' ').replace(/\s+/g, ' ').trim()
/** A name as written or quoted. An article belongs to it only inside quotes, or with a capital letter: "The Mill". */
const nameIn = (text: string | undefined, quotes: Quotes): string =>
  (text ?? '')
    .replace(/^(?:the|a|an)\s+/, '')
    .replace(MARK, (_, n: string) => quotes[Number(n)] ?? '')
    .trim()
const nodeIn = (text: string | undefined, quotes: Quotes): string => nameIn((text ?? '').replace(/^(?:the\s+)?node\s+/i, ''), quotes)
const placeIn = (text: string, quotes: Quotes): string =>
  nodeIn(text.replace(/^(?:the\s+)?(?:option|choice|line|answer)\s+(?=\ue000)/i, '').replace(/\s+(?:branch|option)$/i, ''), quotes)
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** A value, with a number in words as digits. */
const valueIn = (text: string, quotes: Quotes): string => {
  const number = NUMBERS.indexOf(text.toLowerCase())
  return number < 0 ? nameIn(text, quotes) : String(number)
}

/** The options of a choice: "to accept or refuse", "between X, Y and Z". Quoted ones are literal. */
const optionsIn = (rest: string, quotes: Quotes): string[] =>
  rest
    .replace(
      /^(?:for\s+the\s+player\s*)?(?:where\s+the\s+player\s+can\s+|to\s+|between\s+|of\s+|with\s+(?:the\s+options?\s+)?|:|whether\s+to\s+)?\s*/i,
      ''
    )
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+(?:to\s+)?|\s+and\s+(?:to\s+)?/i)
    .flatMap((option) => {
      const quoted = literals(option, quotes)
      const plain = option.replace(/^to\s+/i, '').trim()
      return quoted.length > 0 ? quoted : plain === '' ? [] : [plain.charAt(0).toUpperCase() + plain.slice(1)]
    })

const COMPARISONS: readonly (readonly [RegExp, string])[] = [
  [/^(?:is\s+)?(?:at\s+least|>=|≥|no\s+less\s+than)\s*/i, '>='],
  [/^(?:is\s+)?(?:at\s+most|<=|≤|no\s+more\s+than)\s*/i, '<='],
  [/^(?:is\s+)?(?:not\s+equal\s+to|not|!=|≠|isn[’']t|is\s+not)\s*/i, '!='],
  [/^(?:is\s+)?(?:more\s+than|greater\s+than|above|over|>)\s*/i, '>'],
  [/^(?:is\s+)?(?:less\s+than|smaller\s+than|below|under|<)\s*/i, '<'],
  [/^(?:is\s+equal\s+to|equals|is|==?)\s*/i, '==']
]

/** A comparison: the variable, the operator and the operand. */
function conditionOf(text: string, quotes: Quotes): Step | undefined {
  const [, variable, rest = ''] = new RegExp(`^(?:the\\s+)?(?:variable\\s+)?(${NAME})\\s*(.*)$`, 'su').exec(text) ?? []
  if (variable === undefined) return undefined
  const found = COMPARISONS.find(([pattern]) => pattern.test(rest))
  const value = found ? valueIn(rest.replace(found[0], ''), quotes) : rest === '' || /^is\s+set$/i.test(rest) ? 'true' : ''
  return value === '' ? undefined : { do: 'condition', variable: nameIn(variable, quotes), operator: found?.[1] ?? '==', value }
}

function speech(type: 'dialog' | 'monolog'): Reader[1] {
  return ([, rest = ''], quotes) => {
    const about = withoutQuotes(rest).replace(/^(?:node\s+)?(?:where|in\s+which|that\s+says|saying|with|by|from|of|for|between|:)?\s*/i, '')
    const who = speakerIn(about)
    const lines = literals(rest, quotes)
    return lines.length === 0 && about === '' ? undefined : { do: 'speech', type, lines, about, ...(who !== undefined && { who }) }
  }
}

/** Words that make a possessive a character's name: "Tobit's aunt" is a character, "Elena's offer" isn't. */
const KIN =
  'aunt|uncle|mother|father|brother|sister|son|daughter|wife|husband|widow|child|cousin|niece|nephew|grandmother|grandfather|friend|master|mistress|servant|guard|captain|apprentice|ghost|dog|horse'
const WORD = "\\p{Lu}[\\p{L}\\d_’'-]*"
const PERSON = new RegExp(`(?<![\\p{L}\\d])${WORD}(?:\\s+(?:the|of)\\s+${WORD}|\\s+${WORD}|(?<=[’']s)\\s+(?:${KIN})(?![\\p{L}\\d]))*`, 'u')
/** The speaker: the first name, such as Elena in "the protagonist meets Elena and she offers to help". */
const speakerIn = (about: string): string | undefined => PERSON.exec(about)?.[0].replace(/[’']s$/, '')

const kindIn = (kind: string | undefined): { kind?: Kind } =>
  kind === undefined ? {} : { kind: kind.toLowerCase() === 'macro' ? 'scene' : (kind.toLowerCase() as Kind) }
const typeIn = (word: string | undefined): 'num' | 'str' | 'bool' | undefined =>
  word === undefined || /^variable$/i.test(word) ? undefined : /^num/i.test(word) ? 'num' : /^(?:str|text)/i.test(word) ? 'str' : 'bool'

const OPERATIONS: Readonly<Record<string, 'set' | 'add' | 'subtract'>> = {
  set: 'set',
  change: 'set',
  increase: 'add',
  raise: 'add',
  add: 'add',
  decrease: 'subtract',
  lower: 'subtract',
  subtract: 'subtract'
}
/** A node type by its noun. */
const PLAIN_TYPES: Readonly<Record<string, NodeType>> = {
  hub: 'hub',
  marker: 'marker',
  frame: 'frame',
  entry: 'entry',
  randomizer: 'randomizer',
  randomiser: 'randomizer',
  sequencer: 'sequencer'
}

const READERS: readonly Reader[] = [
  [
    /^(?:make|mark|set(?=.*\sas\s))\s+(.+?)\s+(?:as\s+)?(?:the\s+)?(?:entry|start)(?:\s+of\s+(?:the\s+|this\s+)?(scene|project|document|story|game))?$/is,
    ([, what, of], quotes) => ({ do: 'entry', what: nodeIn(what, quotes), of: of === undefined || /^scene$/i.test(of) ? 'scene' : 'document' })
  ],
  [
    /^(?:change|replace)\s+(?:the\s+)?(?:text\s+of\s+|(?:line|option|action|text)\s+(?=\ue000))?(?:the\s+)?(.+?)\s+(?:to(?:\s+say)?|with|by)\s+(\ue000\d+\ue000)$/is,
    ([, what, to], quotes) => ({ do: 'text', what: nodeIn(what, quotes), to: nameIn(to, quotes) })
  ],
  [new RegExp(`^${ADD}(?:dialogue|dialog)\\b\\s*(.*)$`, 'is'), speech('dialog')],
  [new RegExp(`^${ADD}(?:monologue|monolog)\\b\\s*(.*)$`, 'is'), speech('monolog')],
  [
    new RegExp(`^${ADD}(?:choices?|decision|interaction)\\b\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => {
      const options = optionsIn(rest, quotes)
      return options.length === 0 ? undefined : { do: 'choice', options }
    }
  ],
  [
    new RegExp(`^${ADD}(?:content|narration|passage)\\b\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => {
      const titled = /\b(?:titled|called)\s+\ue000(\d+)\ue000/i.exec(rest)
      const title = titled ? quotes[Number(titled[1])] : undefined
      const body = titled ? rest.replace(titled[0], ' ') : rest
      const about = withoutQuotes(body).replace(/^(?:node\s+)?(?:that\s+says|saying|about|where|with(?:\s+the\s+text)?|of|:)?\s*/i, '')
      const lines = literals(body, quotes)
      // Words beside a quoted text can change its meaning.
      if (lines.length > 0 ? !/^(?:and|[,:\s])*$/i.test(about) : about === '' && title === undefined) return undefined
      return { do: 'content', text: lines.length > 0 ? lines.join('\n') : about && sentence(about), ...(title !== undefined && { title }) }
    }
  ],
  [
    new RegExp(`^${ADD}(${Object.keys(PLAIN_TYPES).join('|')})(?:\\s+node)?(?:\\s+(?:called|named|titled|labelled)\\s+(.+))?$`, 'is'),
    ([, noun = '', label], quotes) => ({ do: 'node', type: PLAIN_TYPES[noun.toLowerCase()] ?? 'hub', label: nameIn(label, quotes) })
  ],
  [new RegExp(`^(?:${ADD}jump|jump|go)\\s+(?:back\\s+)?to\\s+(.+)$`, 'is'), ([, to], quotes) => ({ do: 'jump', to: nodeIn(to, quotes) })],
  [
    new RegExp(`^(?:${ADD}condition\\s+(?:node\\s+)?|check\\s+|test\\s+)(?:on\\s+)?(?:whether|if|that|when|for|:)?\\s*(.*)$`, 'is'),
    ([, rest = ''], quotes) => conditionOf(rest, quotes)
  ],
  [
    new RegExp(`^(set|change|increase|raise|decrease|lower)\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})(?:\\s+(?:to|by)\\s+|\\s*=\\s*)(\\S+)$`, 'isu'),
    ([, verb = '', variable, value = ''], quotes) => update(verb, variable, value, quotes)
  ],
  [
    new RegExp(`^(add|subtract)\\s+(\\S+)\\s+(?:to|from)\\s+(?:the\\s+)?(?:variable\\s+)?(${NAME})$`, 'isu'),
    ([, verb = '', value = '', variable], quotes) => update(verb, variable, value, quotes)
  ],
  [
    new RegExp(
      `^${ADD}(variable|number|numeric|text|string|yes\\/no|boolean|flag)(?:\\s+variable)?\\s+(?:called\\s+|named\\s+)?(${NAME})(?:\\s+(?:of|with(?:\\s+the)?\\s+value|starting\\s+(?:at|with)|=)\\s*(\\S+))?$`,
      'isu'
    ),
    ([, kind, name, value], quotes) => {
      const type = typeIn(kind)
      return { do: 'variable', name: nameIn(name, quotes), ...(type && { type }), ...(value !== undefined && { value: valueIn(value, quotes) }) }
    }
  ],
  [
    new RegExp(`^${ADD}(character|scene|macro)\\s+(?:called\\s+|named\\s+)?(.+)$`, 'is'),
    ([, kind = '', name], quotes) =>
      /^character$/i.test(kind)
        ? { do: 'character', name: nameIn(name, quotes) }
        : { do: 'scene', name: nameIn(name, quotes), macro: /^macro$/i.test(kind) }
  ],
  [
    /^(?:connect|link)\s+(?:(?:the\s+)?(true|false|output\s+\d+|choice\s+\ue000\d+\ue000|\ue000\d+\ue000)\s+(?:branch\s+|output\s+)?of\s+)?(.+?)\s+(?:to|with|and)\s+(.+)$/is,
    ([, output, from, target = ''], quotes) => {
      const to = /^(?:an?|another|new)\s+/i.test(target) ? stepOf(`add ${target}`, quotes) : nodeIn(target, quotes)
      if (to === undefined || (typeof to !== 'string' && !isNodeStep(to))) return undefined
      return {
        do: 'connect',
        from: nodeIn(from, quotes),
        to,
        ...(output !== undefined && { output: nameIn(output.replace(/^choice\s+/i, ''), quotes) })
      }
    }
  ],
  [
    /^(?:disconnect|unlink)\s+(.+?)\s+(?:from|and)\s+(.+)$/is,
    ([, from, to], quotes) => ({ do: 'disconnect', from: nodeIn(from, quotes), to: nodeIn(to, quotes) })
  ],
  [
    /^(?:delete|remove)\s+(?:the\s+)?(?:(node|character|variable|scene|macro)\s+)?(.+)$/is,
    ([, kind, what], quotes) => ({ do: 'delete', ...kindIn(kind), what: nodeIn(what, quotes) })
  ],
  [
    /^rename\s+(?:the\s+)?(?:(node|character|variable|scene|macro)\s+)?(.+?)\s+(?:to|as|into)\s+(.+)$/is,
    ([, kind, what, to], quotes) => ({ do: 'rename', ...kindIn(kind), what: nodeIn(what, quotes), to: nameIn(to, quotes) })
  ],
  // A speaker with a line comes last, because other requests may end like this.
  [
    /^(\p{Lu}[^\ue000:,;]{0,59}?)(?::|\s+(?:says|asks|answers)\s*[,:]?)\s*(\ue000\d+\ue000)$/su,
    ([, who = '', line], quotes) =>
      new RegExp(`^(?:${VERBS})\\b`, 'i').test(who) ? undefined : { do: 'speech', type: 'dialog', who, lines: [nameIn(line, quotes)], about: who }
  ]
]

const update = (verb: string, variable: string | undefined, value: string, quotes: Quotes): Step => ({
  do: 'update',
  variable: nameIn(variable, quotes),
  operation: OPERATIONS[verb.toLowerCase()] ?? 'set',
  value: valueIn(value, quotes)
})

function stepOf(clause: string, quotes: Quotes): Step | undefined {
  for (const [pattern, read] of READERS) {
    const match = pattern.exec(clause)
    const step = match ? read(match, quotes) : undefined
    if (step) return step
  }
  return undefined
}

/** A text as a sentence: a capital letter first, and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim()
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1)
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`
}
