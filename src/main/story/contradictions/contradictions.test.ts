import { expect, it } from 'vitest'
import { BLIND, BLIND_HONEST, HONEST, PLANTED, type Case } from './cases.fixture'
import { contradictionsIn } from './find'
import { CLAIMS, NO_CLAIMS, SECOND, SECOND_HONEST, TABLE, TABLE_HONEST } from './table-cases.fixture'
import { having, sampleWorld, situation } from './worlds.fixture'

const worlds = { well: sampleWorld('cairn-hack'), stair: sampleWorld('totm') }
const contradictionsOf = ([world, text, sketch = {}]: Case) => contradictionsIn(situation(worlds[world], text, sketch))

it.each([...PLANTED, ...TABLE, ...SECOND, ...CLAIMS].map(([kind, ...one]) => ({ kind, text: one[1], one })))(
  'finds the contradiction ($kind): $text',
  ({ kind, one }) => {
    const found = contradictionsOf(one)
    expect(found.map((mark) => mark.kind)).toContain(kind)
    for (const { quote, from, to, fact, source } of found) {
      expect(one[1].slice(from, to)).toBe(quote)
      expect(fact).toMatch(/^.+\.$/)
      expect('file' in source ? source.file.length : source.beat).toBeGreaterThan(0)
    }
  }
)

it('finds nineteen of the twenty contradictions that were written before the checks', () => {
  const missed = BLIND.filter(([kind, ...one]) => !contradictionsOf(one).some((mark) => mark.kind === kind))
  expect(BLIND).toHaveLength(20)
  // At the beginning of a sentence any word has a capital, so a given name can't be told from “Poor Pym”.
  expect(missed.map(([, , text]) => text)).toEqual(['Barnaby Pym, clerk of the third grade, unscrews his ink.'])
})

it.each([...HONEST, ...BLIND_HONEST, ...TABLE_HONEST, ...SECOND_HONEST, ...NO_CLAIMS].map((one) => ({ text: one[1], one })))(
  'marks nothing in the honest text: $text',
  ({ one }) => {
    expect(contradictionsOf(one)).toEqual([])
  }
)

it('says since when somebody is dead, if the log of the scene has it', () => {
  const told = situation(worlds.well, 'Mother Hask lifts her stick.', having('dead', 'Hask'))
  const died = { at: '', beat: 14, by: 'DM', kind: 'system' as const, text: 'She falls.', changes: { actors: { Hask: { now: 'dead' as const } } } }
  expect(contradictionsIn({ ...told, earlier: [...told.earlier, died] })).toMatchObject([
    { fact: 'Mother Hask is dead (since beat 14).', source: { beat: 14 } }
  ])
})

it("another campaign's secrets in the same process change nothing", () => {
  const sham: Case = ['well', 'The padlock is only for show, she sees: the hasp pin was never hammered over.']
  const before = contradictionsOf(sham)
  const { stair } = worlds
  const places = Object.entries(stair.lore.places).map(([id, prose]) => [
    id,
    { ...prose, gm_guide: 'A pin was hammered flat in the hasp. No hasp, no pin.' }
  ])
  contradictionsIn(situation({ ...stair, lore: { ...stair.lore, places: Object.fromEntries(places) } }, 'The lamp is lit.', {}))
  expect(before).not.toEqual([])
  expect(contradictionsOf(sham)).toEqual(before)
})
