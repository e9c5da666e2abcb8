import { useMemo, type ReactElement } from 'react'
import { toProblem } from '../../shared/base/problem'
import { evaluate, isTruthy } from '../../shared/predicate/evaluate'
import { parse, written, type Expression } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import { unknownName, unknownNames, vocabularyOf, type Vocabulary } from '../../shared/predicate/vocabulary'
import type { GameState } from '../../shared/story/state'
import { conditionWords } from '../../shared/words/condition-words'
import { uneditableReason } from '../editing'
import { useSession } from '../session'
import { AddName } from './AddEntry'
import { DraftField } from './DraftField'
import type { Names } from './find-names'
import { editWorld } from './save-edits'
import { textOf, type ShapeProps } from './shape-props'
import { fieldTexts as t } from './texts'

const known = new WeakMap<GameState, { names: Names; vocabulary: Vocabulary }>()

/** The names that a condition can use now: those in the state, and those that the campaign's files define. Computed once for all fields of a form. */
function vocabularyIn(state: GameState, names: Names): Vocabulary {
  const before = known.get(state)
  if (before?.names === names) return before.vocabulary
  const of = (kind: 'item' | 'condition' | 'fact'): string[] => names.flatMap((one) => (one.kind === kind ? [one.id] : []))
  const base = vocabularyOf(state, { items: of('item'), conditions: of('condition') })
  const vocabulary = { ...base, fact: [...new Set([...base.fact, ...of('fact')])].toSorted() }
  known.set(state, { names, vocabulary })
  return vocabulary
}

function parsed(text: string): Expression | { fault: string } {
  try {
    return parse(text)
  } catch (thrown) {
    return { fault: toProblem(thrown).message }
  }
}

const nameOf = (names: Names, kind: string, id: string): string =>
  names.find((one) => one.kind === (kind === 'actor' ? 'character' : kind) && one.id === id)?.title ?? id

/** A condition: chosen from facts or typed with completions, checked while it is typed, and read in words, with whether it holds now. */
export function ConditionField({ label, hint, at, value, edit, names }: ShapeProps): ReactElement {
  const state = useSession((s) => s.snapshot?.state)
  const closed = useSession((s) => uneditableReason(s) !== undefined)
  const vocabulary = useMemo(() => state && vocabularyIn(state, names), [state, names])
  const about = (text: string): string => {
    if (text.trim() === '' || !state || !vocabulary) return hint
    const read = parsed(text)
    if ('fault' in read) return read.fault
    const [unknown] = unknownNames(read, vocabulary)
    if (unknown && unknown.kind !== 'fact') return unknownName(unknown, vocabulary).message
    const words = conditionWords(read, text, (kind, id) => nameOf(names, kind, id))
    return unknown ? t.never(words, unknown.id) : t.reads(words, isTruthy(evaluate(read.root, partsOf(state))))
  }
  const add = (fact: string): Promise<unknown> =>
    editWorld(() =>
      edit([], (now) => {
        const text = textOf(now)
        const joined = /\bor\b|\|\|/.test(text) ? `(${text})` : text
        return text === '' ? `fact.${written(fact)}` : `${joined} and fact.${written(fact)}`
      })
    )
  return (
    <>
      <DraftField
        field={at}
        label={label}
        hint={about}
        now={textOf(value)}
        mono
        vocabulary={vocabulary}
        edits={(text) => {
          const typed = text.trim()
          const read = typed === '' ? undefined : parsed(typed)
          return read && 'fault' in read ? read.fault : edit([], () => (typed === '' ? null : typed))
        }}
      />
      {!closed && <AddName label={t.addFact(label)} kind="fact" names={names} onChoose={add} />}
    </>
  )
}
