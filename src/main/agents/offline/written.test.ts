import { expect, it } from 'vitest'
import { count, dice, dmView, entry, PLAYER_OFFERS, turnsOf, viewOf } from './tiny-views.fixture'
import { narration } from './narrate'
import { voiceOf } from './voice'

const told = entry('DM', 'narration', 'They stand there.')
/** A yard with two things that have no English names, one of which is to be read if `written` says so. */
const yard = (written?: string[]) => ({
  ...viewOf().place!,
  features: { a: 'der Aushang', b: 'der Amboss' },
  ...(written ? { written } : {})
})

it('players read what the campaign says is to be read, in any language, before anything else', () => {
  const searched = (names: Record<string, string>, written?: string[]): number => {
    const place = { ...yard(written), features: names }
    return count(turnsOf(viewOf({ spent: { speak: 1 }, log: [told], place }), PLAYER_OFFERS), ({ input }) => input['feature'] === 'trough')
  }
  const names = { trough: 'der Aushang', windlass: 'der Amboss' }
  expect(searched(names, ['der Aushang'])).toBeGreaterThan(searched(names) * 1.1)
})

it('the DM does not send the party on while something in the place is unread', () => {
  const acts = ['Wren', 'Tobit', 'Pym', 'Wren'].map((by) => entry(by, 'system', `${by} looks.`, { action: 'explore', actionKind: 'explore' }))
  const way = (from: string, to: string) => ({ from, to, difficulty: 0 })
  const atlas = () => ({
    features: [{ place: 'walk', id: 'rope', name: 'the rope', text: 'It is cut.', after: [], fact: 'bell-sold' }],
    tellings: [],
    people: [],
    places: [],
    journeys: [way('yard', 'walk')]
  })
  const said = (written?: string[]): string => {
    const view = dmView({ atlas, log: [told, ...acts], place: { ...yard(written), senses: [] } })
    return narration(view, voiceOf(view, dice(1))) ?? ''
  }
  expect([said(), said(['der Aushang'])]).toEqual(['Past the pond.', ''])
})
