import { own } from '../../../shared/base/json'
import { NAMED_ARGUMENTS, NAMED_KEYS, type RuleNameKind } from '../../../shared/story/rule-names'
import { partsOf, stringOf, type Token } from './tokens'

/** The kinds of things that a name can refer to. */
export type Kind = RuleNameKind

/** A place in a game's files that names something. */
export interface Mention {
  kind: Kind
  name: string
  file: string
  line: number
  /** What contains the name, as the beginning of a sentence: `The condition "wet" grants`. */
  by: string
  /** Whether a fact is set or a thread opened here, not read; `name*` is the beginning of several names. */
  sets?: boolean
  /** The offsets of a literal in its code, quotes included. */
  at?: { start: number; end: number }
}

/** Every name that a TypeScript rule contains as a literal. */
export function mentionsIn(file: string, tokens: readonly Token[]): Mention[] {
  const out: Mention[] = []
  const add = (kind: Kind, token: Token | undefined, by: string, more: Partial<Mention> = {}): void => {
    const name = stringOf(token)
    if (name !== undefined && token) out.push({ kind, name, file, line: token.line, at: { start: token.start, end: token.end }, by, ...more })
  }
  const follows = (list: readonly Token[]): void => {
    if (list[0]?.kind !== '[') return
    for (const part of partsOf(list, 0)) {
      if (part.length === 1) add('action', part[0], 'This rule follows up with')
      if (part[0]?.kind !== '{') continue
      for (const [key, , value] of partsOf(part, 0)) if (key?.text === 'action') add('action', value, 'This rule follows up with')
    }
  }
  for (const [at, token] of tokens.entries()) {
    const [before, next, then] = [tokens[at - 1], tokens[at + 1], tokens[at + 2]]
    if (token.kind !== 'name') continue
    const call = next?.kind === '(' ? partsOf(tokens, at + 1) : undefined
    const known = own(NAMED_ARGUMENTS, token.text)
    if (call && known && call.length >= known[1] && (token.text !== 'table' || before?.kind !== '.')) {
      const part = call[known[0]]
      if (part?.length === 1) add(known[2], part[0], `"${token.text}" names`, token.text === 'openThread' ? { sets: true } : {})
    }
    if (call && ['setFact', 'fact'].includes(token.text) && before?.kind === '.') addFact(call[0] ?? [], file, out)
    if (call && token.text === 'result' && before?.kind === '.') follows(call[0] ?? [])
    if (call && ['addItem', 'give', 'drop'].includes(token.text) && before?.kind === '.') {
      const entry = call[2] ?? []
      for (const [key, , value] of entry[0]?.kind === '{' ? partsOf(entry, 0) : []) if (key?.text === 'item') add('item', value, 'This rule gives')
    }
    if (token.text === 'followUp' && next?.kind === ':') follows(tokens.slice(at + 2, at + 200))
    const map = before && ['.', '?.'].includes(before.kind) ? own(NAMED_KEYS, token.text) : undefined
    const inner = next?.kind === '[' ? at + 2 : next?.kind === '?.' && then?.kind === '[' ? at + 3 : undefined
    if (map && inner !== undefined && tokens[inner + 1]?.kind === ']') add(map, tokens[inner], 'This rule asks for')
  }
  return out
}

/** `draft.fact('open')` and `draft.fact(`defeated:${id}`)`. */
function addFact(part: readonly Token[], file: string, out: Mention[]): void {
  const [first, second] = part
  const name = part.length === 1 ? stringOf(first) : first?.kind === '`' && second?.kind === 'template' ? `${second.text}*` : undefined
  if (name === undefined || !first) return
  const at = part.length === 1 ? { at: { start: first.start, end: first.end } } : {}
  out.push({ kind: 'fact', name, file, line: first.line, by: 'This rule sets', sets: true, ...at })
}

/** Every string literal in a rule, and the literal beginnings of its templates. */
export function literalsIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => stringOf(token) ?? (token.kind === 'template' ? token.text : []))
}

/** Facts that the effects in a YAML file set. Its other names are checked with its words. */
export function factsSetIn(file: string, tree: unknown): Mention[] {
  if (Array.isArray(tree)) return tree.flatMap((each) => factsSetIn(file, each))
  if (!isMap(tree)) return []
  return Object.entries(tree).flatMap(([word, argument]) => {
    if (word !== 'set_fact') return factsSetIn(file, argument)
    const names = isMap(argument) ? Object.keys(argument) : [argument].flat()
    return names.flatMap((name): Mention[] =>
      typeof name === 'string' ? [{ kind: 'fact', name, file, line: 1, by: 'This rule sets', sets: true }] : []
    )
  })
}

export const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
