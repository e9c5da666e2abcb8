import { describe, expect, it } from 'vitest'
import type { StudioEvent } from '../../shared/table/present'
import { completed, step } from './reduce'
import { arrival, beat, branch, hurt, present } from './tiny.fixture'

const next = beat('a2', 2, 'a1')

describe('an event against the present', () => {
  it('a beat on the head moves the present', () => {
    const result = step(present(), arrival(next, 11, hurt(4, 2)))
    expect(result).toEqual({
      kind: 'next',
      present: {
        ...present(),
        seq: 11,
        head: 'a2',
        branches: [branch('main', 'a2', true)],
        state: { ...present().state, actors: { Wren: { ...present().state.actors['Wren'], stats: { hp: 2 } } } }
      }
    })
  })

  it('a beat of another branch moves that branch', () => {
    const before = { ...present(), branches: [branch('main', 'a1', true), branch('side', 'b1')] }
    const result = step(before, arrival(beat('b2', 2, 'b1'), 11, hurt(4, 0), 'side'))
    expect(result).toEqual({ kind: 'next', present: { ...before, seq: 11, branches: [branch('main', 'a1', true), branch('side', 'b2')] } })
  })

  it.each<[string, StudioEvent]>([
    ['a gap', arrival(next, 12)],
    ['another epoch', { ...arrival(next, 11), epoch: 'f' }],
    ['a beat whose parent is not the head', arrival(beat('x', 2, 'elsewhere'), 11)],
    ['an edit, because prose is not in the changes', arrival({ ...next, kind: 'edit' }, 11)],
    ['a moved head', { kind: 'head', epoch: 'e', seq: 11 }]
  ])('%s means: fetch the present again', (_, event) => {
    expect(step(present(), event)).toEqual({ kind: 'refetch' })
  })

  it('ignores an event that was already applied', () => {
    expect(step(present(), arrival(next, 10))).toEqual({ kind: 'old' })
  })

  it('replaces table, edits and problems', () => {
    const table = { ...present().table, running: true, thinking: ['Wren'] }
    const edits = [{ path: 'next', change: 'changed' as const, staged: false }]
    const problem = { code: 'rule-failed' as const, message: 'rules/actions/rest.ts line 3 throws.' }
    const events: StudioEvent[] = [
      { kind: 'table', epoch: 'e', seq: 11, table },
      { kind: 'edits', epoch: 'e', seq: 12, edits },
      { kind: 'problem', epoch: 'e', seq: 13, problem }
    ]
    let now = present()
    for (const event of events) {
      const result = step(now, event)
      if (result.kind === 'next') now = result.present
    }
    expect(now).toEqual({ ...present(), seq: 13, table, edits, problems: [problem] })
  })
})

describe('an update of the present', () => {
  it('keeps the parts that an event leaves out', () => {
    const known = present()
    const { state, lore, ...rest } = { ...present(), head: 'a2', seq: 12 }
    const news = completed({ ...rest, changes: hurt(4, 2) }, known)
    expect(news).toEqual({ ...rest, lore, loreAt: 'a2', state: { ...state, actors: { Wren: { ...state.actors['Wren'], stats: { hp: 2 } } } } })
    expect(news.state.places).toBe(known.state.places)
    expect(news.lore).toBe(known.lore)
  })

  it('a complete present needs no previous one', () => {
    expect(completed(present(), undefined)).toEqual({ ...present(), loreAt: 'a1' })
  })

  it('changes only the prose that it names', () => {
    const known = present()
    const { state: _state, lore: _lore, ...rest } = { ...present(), head: 'a2', seq: 12 }
    const { lore } = completed({ ...rest, changes: [], loreChanges: { premise: 'A well.' } }, known)
    expect(lore).toEqual({ ...known.lore, premise: 'A well.' })
    expect(lore.actors).toBe(known.lore.actors)
  })
})
