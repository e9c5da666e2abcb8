import { expect, it } from 'vitest'
import type { Commit } from '../campaign/history'
import { GIVEN_UP } from '../engine/verbs'
import type { ShortTurn } from '../story/turns/turn-records'
import { stallAt } from './stalls'

/** A turn that the table ended, or one with an action. */
const turn = (n: number, who: string, isGivenUp: boolean): ShortTurn => ({
  beat: `beat-${n}`,
  parent: `beat-${n - 1}`,
  n,
  who,
  ordinal: 0,
  seat: { agent: 'anthropic' },
  exchanges: [],
  calls: [{ tool: 'pass', by: who, agent: 'anthropic', input: isGivenUp ? { [GIVEN_UP]: true } : {}, beat: `beat-${n}`, ms: 0 }],
  ms: 0
})
const stalled = (turns: readonly ShortTurn[]) =>
  stallAt(
    { of: (id) => turns.find(({ beat }) => beat === id) },
    { commit: (id) => ({ id, parents: id === 'beat-1' ? [] : [`beat-${Number(id.slice(5)) - 1}`] }) as Commit },
    `beat-${turns.length}`,
    (who) => who
  )

it('pauses where the table ended the third turn in a row of the same seat, though others act in between', () => {
  const turns = [1, 2, 3, 4, 5].map((n) => turn(n, n % 2 === 1 ? 'Wren' : 'Oswin', n % 2 === 1))
  expect(stalled(turns)).toMatchObject({
    code: 'stalled',
    message: "Wren's agent gave no valid action in 3 turns in a row. Choose another agent for the seat, or play on."
  })
  expect(stalled(turns.slice(0, 3))).toBeUndefined()
  expect(stalled(turns.slice(0, 4))).toBeUndefined()
})
