import type { Driver } from '../../shared/lab/plan'
import { evaluate, isTruthy } from '../../shared/predicate/evaluate'
import { parse, type Expression } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import type { GameState } from '../../shared/story/state'
import { parseBeatMessage } from '../campaign/beat-message'
import { FILE_EDIT } from '../story/edits/edit-history'
import type { ScratchBeat } from '../story/trying/scratch-line'
import type { FactValue } from './material'

/** The script of a driver, parsed, with its values in their order. */
export interface Script {
  fact: string
  steps: readonly { when: Expression; value: FactValue }[]
}

/** The scripts among drivers. Throws Problem `bad-input` for an expression that can't be parsed. */
export const scriptsOf = (drivers: readonly Driver[]): Script[] =>
  drivers.flatMap(({ fact, values }) =>
    'script' in values ? { fact, steps: values.script.map(({ when, value }) => ({ when: parse(when), value })) } : []
  )

/** Facts that scripts set, and the subject of their edit. */
export interface FromOutside {
  facts: Record<string, FactValue>
  subject: string
}

/** Scripts as far as one session has followed them. */
export class FollowedScripts {
  readonly #left: { fact: string; steps: Script['steps'][number][] }[]

  constructor(scripts: readonly Script[]) {
    this.#left = scripts.map(({ fact, steps }) => ({ fact, steps: [...steps] }))
  }

  /** Leaves out the steps that beats of a session have taken. */
  skip(beats: readonly Pick<ScratchBeat, 'message'>[]): void {
    if (this.#left.length === 0) return
    for (const { message } of beats) {
      const { beat, params } = parseBeatMessage({ id: '', parents: [], time: 0, message })
      if (beat.action === FILE_EDIT) for (const { fact, steps } of this.#left) if (Object.hasOwn(params, fact)) steps.shift()
    }
  }

  /** The facts whose next expression holds now, which count as set from then on; undefined if there is none. */
  due(state: GameState): FromOutside | undefined {
    if (this.#left.length === 0) return undefined
    const parts = partsOf(state)
    const due = this.#left.filter(({ steps: [step] }) => step && isTruthy(evaluate(step.when.root, parts)))
    if (due.length === 0) return undefined
    const facts = Object.fromEntries(due.flatMap(({ fact, steps }) => (steps[0] ? [[fact, steps.shift()?.value ?? false]] : [])))
    const words = Object.entries(facts).map(([fact, value]) => `${fact} is ${String(value)}`)
    return { facts, subject: `From outside: ${words.join(', ')}` }
  }
}
