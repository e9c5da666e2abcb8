import type { ProblemData } from '../../../shared/base/problem'
import * as library from '../vm/standard'
import { gearAndDice, unknownNames, unknownParams } from './names'
import type { ParsedGame } from './parsed-game'
import { cutTexts, misspelt, neverOffered, shadowed } from './shadows'
import { own } from '../../../shared/base/json'
import { perhaps } from '../../../shared/base/suggest'
import { finding } from './finding'
import { flagFindings } from './flags'
import type { Token } from './tokens'

const LIBRARY = Object.keys(library)

/** Findings that need no rule to run, besides those of `readGame`. */
export function staticFindings(all: ParsedGame): ProblemData[] {
  return [
    ...unknownNames(all),
    ...unknownParams(all),
    ...gearAndDice(all),
    ...shadowed(all),
    ...neverOffered(all),
    ...misspelt(all),
    ...cutTexts(all),
    ...[...all.game.texts].flatMap(([file, text]) => (file.endsWith('.yaml') ? flagFindings(file, text) : [])),
    ...[...all.tokens].flatMap(([file, tokens]) => absentIn(file, tokens, LIBRARY))
  ]
}

const CLOCK = 'rules have no system clock. Use state.clock.minutes and draft.passTime(minutes)'
const LATER = 'rules can\'t wait or run later. Use a condition with "minutes" or "rounds" and an action it "ends" with'
const LOCALE = 'rules must give the same result in every language. Compare texts with < and >, and format numbers with String(…)'
const HOST = "rules can't access the machine they run on. Use state, game or params instead"
const SOURCE = "a rule can't create code at run time. Write the code in a file and import it"
const SHARED = "rules can't use this kind of memory. Use plain arrays and objects"

/** Globals of other environments that rules don't have, with the reason and what to use instead. */
const ABSENT: Record<string, string> = {
  Date: CLOCK,
  performance: CLOCK,
  Temporal: CLOCK,
  setTimeout: LATER,
  setInterval: LATER,
  setImmediate: LATER,
  requestAnimationFrame: LATER,
  queueMicrotask: LATER,
  Intl: LOCALE,
  crypto: 'rules get random numbers only from dice. Use roll("d20")',
  process: HOST,
  window: HOST,
  document: HOST,
  navigator: HOST,
  localStorage: HOST,
  Buffer: HOST,
  fetch: HOST,
  XMLHttpRequest: HOST,
  __dirname: HOST,
  __filename: HOST,
  require: "a rule imports other files with \"import … from './…'\" or from 'proscenium'",
  module: 'a rule is exported with "export default"',
  exports: 'a rule is exported with "export default"',
  eval: SOURCE,
  Function: SOURCE,
  BigInt: 'rules count with plain numbers',
  ...Object.fromEntries(
    ['WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'ArrayBuffer', 'DataView', 'Atomics', 'BigInt64Array', 'BigUint64Array'].map((name) => [
      name,
      SHARED
    ])
  )
}

/** Properties that don't exist in the sandbox, or that differ between machines. */
const PROPERTIES: Record<string, string> = {
  toLocaleString: LOCALE,
  toLocaleUpperCase: LOCALE,
  toLocaleLowerCase: LOCALE,
  toLocaleDateString: LOCALE,
  toLocaleTimeString: LOCALE,
  localeCompare: LOCALE
}

/** Names that every rule can use without declaring them. */
const PRESENT = new Set(
  `roll rollTable table refuse game console undefined NaN Infinity globalThis arguments isNaN isFinite parseInt parseFloat Object Array String Number Boolean
    Symbol Map Set WeakMap WeakSet Math JSON Reflect Proxy Promise Error TypeError RangeError SyntaxError ReferenceError EvalError URIError
    AggregateError RegExp Iterator Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array
    Float64Array encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape`.split(/\s+/)
)

/** Names that a rule reads but that the sandbox doesn't provide, or not reliably. */
function absentIn(file: string, tokens: readonly Token[], library: readonly string[]): ProblemData[] {
  const declared = new Set(tokens.filter(({ role }) => role === 'declared').map(({ text }) => text))
  const out: ProblemData[] = []
  const say = (line: number, message: string): void => void out.push(finding('problem', file, line, message))
  for (const [at, { kind, text, line, role }] of tokens.entries()) {
    if (kind !== 'name') continue
    const [owner, dot] = [tokens[at - 2], tokens[at - 1]]
    if (role === undefined && (dot?.kind === '.' || dot?.kind === '?.')) {
      if (text === 'random' && owner?.text === 'Math')
        say(line, 'This rule uses Math.random, but rules get random numbers only from dice. Use roll("d20").')
      else if (Object.hasOwn(PROPERTIES, text)) say(line, `This rule uses ${text}, but ${own(PROPERTIES, text)}.`)
      else if (owner?.text === 'globalThis' && Object.hasOwn(ABSENT, text)) say(line, `This rule uses ${text}, but ${own(ABSENT, text)}.`)
    }
    if (role !== 'read' || declared.has(text) || PRESENT.has(text) || tokens[at - 1]?.text === 'typeof') continue
    if (Object.hasOwn(ABSENT, text)) say(line, `This rule uses ${text}, but ${own(ABSENT, text)}.`)
    else if (library.includes(text)) say(line, `This rule uses "${text}" without importing it. Add "import { ${text} } from 'proscenium'".`)
    else say(line, `This rule uses "${text}", which isn't declared anywhere.${perhaps(text, [...declared, ...PRESENT, ...library])}`)
  }
  return out
}
