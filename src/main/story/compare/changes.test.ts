import { describe, expect, it } from 'vitest'
import { firstNext, type GameState } from '../../../shared/story/state'
import { sampleOf } from '../../playthroughs/samples.fixture'
import { changeLines } from './changes'
import { leaksIn } from './leaks.fixture'

describe('a change of any kind', () => {
  it('is told, whatever part of the state it is in', async () => {
    const { state, lore } = await sampleOf('totm')
    const before: GameState = { ...state, next: { ...firstNext('7'), phase: 'dm', mode: 'combat', round: 1, initiative: ['Hulda'] } }
    const silent: string[] = []
    const leaks = new Set<string>()
    for (const [path, after] of everyChange(before)) {
      const lines = changeLines({ state: before, lore, game: undefined }, { state: after, lore, game: undefined })
      if (lines.length === 0) silent.push(path)
      for (const { words } of lines) for (const leak of leaksIn(words.replace(/^Fact \S+/, 'Fact'), [])) leaks.add(`${leak} in: ${words}`)
    }
    expect(silent).toEqual([])
    expect([...leaks]).toEqual([])
  })

  it('says what was not there before without an arrow', async () => {
    const { state, lore } = await sampleOf('totm')
    const [id = '', someone] = Object.entries(state.actors).find(([, { kind }]) => kind === 'player') ?? []
    if (!someone) throw new Error('The sample has no player')
    const { class: _class, ...classless } = someone
    const actors = { ...state.actors, [id]: { ...classless, class: 'warrior', stats: { ...someone.stats, luck: 3 } } } as GameState['actors']
    const before = { ...state, actors: { ...state.actors, [id]: classless }, facts: {} }
    const after = { ...state, actors, facts: { weather: 'rain' } }
    const words = (one: GameState, other: GameState): string[] =>
      changeLines({ state: one, lore, game: undefined }, { state: other, lore, game: undefined }).map((line) => line.words)
    const { name } = someone
    expect(words(before, after)).toEqual([`${name}, luck: 3`, `${name}, class: warrior`, 'Fact weather: rain'])
    expect(words(after, before)).toEqual([`${name}, luck: 3 → nothing`, `${name}, class removed, was warrior`, 'Fact weather: rain → nothing'])
  })

  it('names who is present in a scene that opens', () => {
    const scene = {
      path: 'sessions/session-1/001-scene',
      title: 'At the rim',
      place: 'rim',
      present: { Jory: true, Teague: true },
      aim: '',
      opened: 2
    } as const
    const state = (more: Partial<GameState>): GameState => ({
      actors: {},
      places: {},
      journeys: {},
      regions: {},
      facts: {},
      clock: { start: '1688-11-02T17:00:00Z', minutes: 0 },
      quests: {},
      factions: {},
      relationships: {},
      threads: {},
      next: firstNext('7'),
      ...more
    })
    const lore = { title: '', premise: '', places: {}, journeys: {}, actors: {}, regions: {}, story: [], narratives: {}, topics: [], map: {} }
    const lines = changeLines({ state: state({}), lore, game: undefined }, { state: state({ scene }), lore, game: undefined })
    expect(lines.map(({ words }) => words)).toEqual(['Scene: none is open → “At the rim”', 'It plays at rim', 'Jory and Teague are present'])
  })
})

/** For every value of the state: its path, and the state with only that value changed. */
function* everyChange(state: GameState): Generator<[string, GameState]> {
  yield* changesOf(state, [], (value) => value as GameState)
}

function* changesOf(value: unknown, path: readonly string[], whole: (value: unknown) => GameState): Generator<[string, GameState]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [key, inner] of Object.entries(value)) {
      // Values in a folder's name are in no file, and the beat's number is compared elsewhere.
      if (path.length === 0 && key === 'clock') continue
      yield* changesOf(inner, [...path, key], (other) => whole({ ...value, [key]: other }))
    }
    return
  }
  const other = path.at(-1) === 'phase' ? 'close' : otherThan(value)
  if (other !== undefined) yield [path.join('/'), whole(other)]
}

function otherThan(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value} else`
  return Array.isArray(value) ? [...(value as unknown[]), 'else'] : undefined
}
