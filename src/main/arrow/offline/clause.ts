import type { RequestStep } from './steps'

/** Placeholders for quotes while a text is split into steps. */
export const MARK = /\ue000(\d+)\ue000/g

export const VERBS =
  'add|create|make|change|replace|rewrite|reword|edit|start\\s+the\\s+(?:scene|story|document|project|game)|begin\\s+the\\s+(?:scene|story|document|project|game)|let|insert|write|put|set|connect|link|disconnect|unlink|delete|remove|rename|skip|unskip|colou?r|paint|call|increase|decrease|raise|lower|check|test|branch|multiply|divide|subtract|ask\\s+the\\s+(?:player|user|reader)|roll\\s+\\d*d\\d+|(?:use|run|play)\\s+the\\s+macro|(?:jump|go)\\s+(?:back\\s+)?to|end\\s+the\\s+(?:scene|story|play|branch)'

/** The nouns for types of nodes, as patterns, in every spelling that people and the protocol use. */
export const NOUNS = {
  dialog: 'dialogue|dialog',
  monolog: 'monologue|monolog',
  content: 'content|narration|description|text\\s+node|passage',
  interaction: 'choices?|decision|interaction',
  condition: 'condition|check|branch',
  variable_update: 'variable[_\\s-]update|update|change',
  generator: 'generator',
  randomizer: 'randomi[sz]er|random\\s+(?:branch|path)',
  sequencer: 'sequencer?',
  hub: 'hub',
  jump: 'jump',
  macro_use: 'macro[_\\s-]use',
  marker: 'marker',
  entry: 'entry(?:\\s+point)?',
  frame: 'frame',
  tag_edit: 'tag[_\\s-]edit',
  tag_check: 'tag[_\\s-](?:match|pass|check)',
  user_input: 'user[_\\s-]input|input|prompt'
} as const

/** The possible beginnings of a step without a verb. Words that also occur in stories, such as "change", aren't among them. */
export const KINDS = [
  'dialogue|dialog|monologue|monolog|content|narration|choice|decision|condition|check|variable|character|scene|macro|number|text|flag',
  'hub|marker|randomi[sz]er|sequencer?|generator|user[_\\s-]input|jump\\s+(?:back\\s+)?to|variable[_\\s-]update|macro[_\\s-]use|tag[_\\s-](?:edit|match|pass|check)'
].join('|')

export const ADD = '(?:(?:add|create|make|insert|write|put|call)\\s+)?(?:(?:an?|the|another|one|in)\\s+)*(?:new\\s+)?'

/** The beginning of a step that adds a node of a type; group 1 is the rest. */
export const adds = (nouns: string): RegExp => new RegExp(`^${ADD}(?:${nouns})(?![\\p{L}\\d_])(?:\\s+node\\b)?\\s*(.*)$`, 'isu')

/** Parses a clause as a step; returns undefined if it doesn't match. */
export type Reader = readonly [RegExp, (match: RegExpExecArray, quotes: readonly string[]) => RequestStep | undefined]

/** A variable in a pattern: a word or a quote. */
export const NAME = '[\\p{L}\\d_\ue000]+'

/** The quotes in a clause. */
export const literals = (clause: string, quotes: readonly string[]): string[] => [...clause.matchAll(MARK)].map(([, n]) => quotes[Number(n)] ?? '')
export const withoutQuotes = (clause: string): string => clause.replace(MARK, ' ').replace(/\s+/g, ' ').trim()

/** A name as written or quoted. An article belongs to it only inside quotes, or with a capital letter: "The Mill". */
export const nameIn = (text: string | undefined, quotes: readonly string[]): string =>
  (text ?? '')
    .replace(/^(?:the|a|an)\s+/, '')
    .replace(MARK, (_, n: string) => quotes[Number(n)] ?? '')
    .trim()

export const nodeName = (text: string | undefined, quotes: readonly string[]): string =>
  nameIn((text ?? '').replace(/^(?:the\s+)?node\s+/i, ''), quotes)

/** The items of a list: "X, Y and Z". */
export const listIn = (text: string): string[] =>
  text
    .replace(/^both\s+/i, '')
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+/i)
    .filter((part) => part !== '')

const NUMBERS: Readonly<Record<string, string>> = {
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10'
}
/** A number in words, as digits. */
export const numeric = (text: string): string => NUMBERS[text.toLowerCase()] ?? text

const OPTIONS_BEGIN =
  /^(?:for\s+the\s+player\s*)?(?:where\s+the\s+player\s+can\s+|to\s+|between\s+|of\s+|with\s+(?:the\s+options?\s+)?|:|whether\s+to\s+)?\s*/i

/** The options of a choice: "to accept or refuse", "between X, Y and Z". Quoted ones are literal. */
export const optionsIn = (rest: string, quotes: readonly string[]): string[] =>
  rest
    .replace(OPTIONS_BEGIN, '')
    .split(/\s*,\s*(?:or\s+|and\s+)?|\s+or\s+(?:to\s+)?|\s+and\s+(?:to\s+)?/i)
    .flatMap((option) => {
      const quoted = literals(option, quotes)
      const plain = option.replace(/^to\s+/i, '').trim()
      return quoted.length > 0 ? quoted : plain === '' ? [] : [plain.charAt(0).toUpperCase() + plain.slice(1)]
    })
