import { describe, expect, it } from 'vitest'
import type { StateAt } from '../../shared/table/present'
import type { StateChange } from '../../shared/base/json'
import { reach, Scrubber, type Snapshot } from './scrub'
import { hurt, state } from './tiny.fixture'

const PARENT: Record<string, string> = { a1: 'a0', a2: 'a1', a3: 'a2', b2: 'a1' }
const CHANGES: Record<string, StateChange[]> = { a1: hurt(4, 3), a2: hurt(3, 2), a3: hurt(2, 1), b2: hurt(3, 4) }
const known = { parentOf: (id: string) => PARENT[id], changesOf: (id: string) => CHANGES[id] }
const hpOf = (shown: Snapshot | undefined): number | undefined => shown?.state.actors['Wren']?.stats['hp']

describe('a state from known changes', () => {
  it('goes forward, backward and nowhere', () => {
    expect(hpOf(reach({ commit: 'a0', state: state(4) }, 'a3', known))).toBe(1)
    expect(hpOf(reach({ commit: 'a3', state: state(1) }, 'a1', known))).toBe(3)
    const here = { commit: 'a2', state: state(2) }
    expect(reach(here, 'a2', known)).toBe(here)
  })
  it('stops at a fork and at a beat with unknown changes', () => {
    expect(reach({ commit: 'b2', state: state(4) }, 'a3', known)).toBeUndefined()
    expect(reach({ commit: 'a0', state: state(4) }, 'a3', { ...known, changesOf: (id) => (id === 'a2' ? undefined : CHANGES[id]) })).toBeUndefined()
  })
  it('keeps the identity of unchanged parts', () => {
    const from = { commit: 'a0', state: state(4) }
    expect(reach(from, 'a1', known)?.state.places).toBe(from.state.places)
  })
})

/** A scrubber whose queries the test answers. */
function bench() {
  const asked: { commit: string; have: string | undefined; answer: (state: StateAt) => void; refuse: (error: unknown) => void }[] = []
  const shown: string[] = []
  const failed: unknown[] = []
  const scrubber = new Scrubber({
    ask: (commit, have) => new Promise<StateAt>((answer, refuse) => asked.push({ commit, have, answer, refuse })),
    parentOf: (id) => PARENT[id],
    nextOf: (id) => ['a0', 'a1', 'a2', 'a3'].find((next) => PARENT[next] === id),
    show: (one) => shown.push(`${one.commit}:${one.state.actors['Wren']?.stats['hp']}`),
    fail: (error) => failed.push(error)
  })
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 6; i++) await Promise.resolve()
  }
  return { asked, shown, failed, scrubber, settle }
}

describe('scrubbing', () => {
  it('shows a neighbour with known changes without a request', () => {
    const { asked, shown, scrubber } = bench()
    scrubber.remember({ commit: 'a1', state: state(3) })
    scrubber.keep('a2', hurt(3, 2))
    scrubber.want('a2')
    expect(shown).toEqual(['a2:2'])
    expect(asked.map(({ commit }) => commit)).not.toContain('a2')
  })

  it('sends one request at a time and then only the last wish', async () => {
    const { asked, shown, scrubber, settle } = bench()
    for (const commit of ['a1', 'a2', 'a3']) scrubber.want(commit)
    expect(asked.map((one) => one.commit)).toEqual(['a1'])
    asked[0]?.answer({ commit: 'a1', state: state(3) })
    await settle()
    expect({ asked: asked.map((one) => one.commit), shown }).toEqual({ asked: ['a1', 'a3'], shown: [] })
    asked[1]?.answer({ commit: 'a3', state: state(1) })
    await settle()
    expect(shown).toEqual(['a3:1'])
  })

  it('applies received changes to the state they were requested from and caches them for the way back', async () => {
    const { asked, shown, scrubber, settle } = bench()
    scrubber.remember({ commit: 'a2', state: state(2) })
    scrubber.want('a1')
    expect(asked[0]).toMatchObject({ commit: 'a1', have: 'a2' })
    asked[0]?.answer({ commit: 'a1', changes: hurt(2, 3) })
    await settle()
    scrubber.want('a2')
    expect(shown).toEqual(['a1:3', 'a2:2'])
    expect(asked.map(({ commit }) => commit)).not.toContain('a2')
  })

  it('prefetches the next steps once in both directions', async () => {
    const { asked, shown, failed, scrubber, settle } = bench()
    scrubber.remember({ commit: 'a3', state: state(1) })
    scrubber.want('a2')
    asked[0]?.answer({ commit: 'a2', changes: hurt(1, 2) })
    await settle()
    expect(asked.slice(1).map(({ commit, have }) => [have, commit])).toEqual([
      ['a2', 'a1'],
      ['a1', 'a0']
    ])
    asked[1]?.answer({ commit: 'a1', changes: hurt(2, 3) })
    asked[2]?.refuse(new Error('gone'))
    await settle()
    scrubber.want('a1')
    expect({ asked: asked.length, shown, failed }).toEqual({ asked: 3, shown: ['a2:2', 'a1:3'], failed: [] })
    // A failed prefetch is requested again when it is needed.
    scrubber.want('a0')
    expect(asked.length).toBe(4)
    scrubber.remember({ commit: 'a0', state: state(4) })
    for (const commit of ['a1', 'a2', 'a3']) scrubber.want(commit)
    expect(shown.at(-1)).toBe('a3:1')
  })

  it('reports a failed request and sends the next wish', async () => {
    const { asked, failed, scrubber, settle } = bench()
    scrubber.want('a1')
    asked[0]?.refuse(new Error('gone'))
    await settle()
    scrubber.want('a2')
    expect({ failed: failed.length, asked: asked.map((one) => one.commit) }).toEqual({ failed: 1, asked: ['a1', 'a2'] })
  })
})
