import { describe, expect, it } from 'vitest'
import type { ContradictionKind } from '../../../shared/analysis/contradictions'
import type { Case } from './cases.fixture'
import { contradictionsIn } from './find'
import { EIGHTH, EIGHTH_HARMLESS } from './eighth.fixture'
import { FIFTH, FIFTH_HARMLESS } from './fifth.fixture'
import { FOURTH, FOURTH_HARMLESS } from './fourth.fixture'
import { NINTH, NINTH_HARMLESS } from './ninth.fixture'
import { SEVENTH, SEVENTH_HARMLESS } from './seventh.fixture'
import { SIXTH, SIXTH_HARMLESS } from './sixth.fixture'
import { THIRD, THIRD_HARMLESS } from './third.fixture'
import { UNSEEN, UNSEEN_HARMLESS } from './unseen.fixture'
import { garden } from './garden.fixture'
import { station } from './station.fixture'
import { nightMail, sampleWorld, situation } from './worlds.fixture'

const worlds = { well: sampleWorld('cairn-hack'), stair: sampleWorld('totm'), mail: nightMail, garden, station }
const marks = ([world, text, told = {}]: Case) => contradictionsIn(situation(worlds[world], text, told))
const planted = Object.entries(UNSEEN).flatMap(([kind, cases]) => cases.map((one) => [kind as ContradictionKind, one] as const))

describe('of texts that the checks had not met', () => {
  it('this many of sixty contradictions are found, by kind', () => {
    const counts: Partial<Record<ContradictionKind, string>> = {}
    for (const kind of Object.keys(UNSEEN) as ContradictionKind[]) {
      const cases = UNSEEN[kind]
      counts[kind] = `${cases.filter((one) => marks(one).some((mark) => mark.kind === kind)).length} of ${cases.length}`
    }
    expect(planted).toHaveLength(60)
    expect(counts).toEqual({
      voice: '11 of 12',
      harm: '11 of 11',
      thing: '7 of 10',
      player: '8 of 8',
      way: '7 of 7',
      secret: '6 of 7',
      repeat: '5 of 5'
    })
    // A mark of the wrong kind counts, because it still points somebody to the sentence.
    expect(planted.filter(([, one]) => marks(one).length > 0)).toHaveLength(55)
  })

  it('none of sixty harmless ones is marked', () => {
    expect(UNSEEN_HARMLESS).toHaveLength(60)
    expect(UNSEEN_HARMLESS.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })

  it.each([
    {
      set: 'third',
      planted: THIRD,
      harmless: THIRD_HARMLESS,
      missed: []
    },
    {
      set: 'fourth',
      planted: FOURTH,
      harmless: FOURTH_HARMLESS,
      missed: ['thing: Wren reads them the letter with the reeve’s seal that she has carried in her boot all week.']
    },
    {
      set: 'fifth',
      planted: FIFTH,
      harmless: FIFTH_HARMLESS,
      missed: [
        'player: Hask waits. Tobit’s jaw works for a moment before the confession comes tumbling out: the wall, the knocking, the twenty-two years of it.',
        'way: A single bound carries Tansy from the lamp room down to the Fish Market, where she lands like a cat.'
      ]
    },
    {
      set: 'sixth',
      planted: SIXTH,
      harmless: SIXTH_HARMLESS,
      missed: [
        'voice: Lantern light slides over wet cobbles and finds a pair of boots that were not there a moment ago. Sim Gant, whip around his neck, lifts both palms to show that they are empty.',
        'voice: "Leave the chain be," comes a voice from the pail, thin as thread. Mother Hask has not turned her head; her eyes stay on the dark. "It was put there for a reason."',
        'harm: The stone strikes the kerb and skips past. Pym lets out the breath he was holding; it has cost him nothing but his dignity.',
        'way: Sixty feet of rope later their boots find stone. The Dippers’ Ledge is narrower than any of them had imagined, and it sweats.',
        'secret: The key to the boiler room is nowhere in this house. It is inside the heron, which swallowed it.'
      ]
    }
  ])('these are missed of the $set set of thirty, and none of its twenty harmless ones is marked', ({ planted: those, harmless, missed }) => {
    const cases = Object.entries(those).flatMap(([kind, all]) => all.map((one) => [kind as ContradictionKind, one] as const))
    expect([cases.length, harmless.length]).toEqual([30, 20])
    expect(cases.flatMap(([kind, one]) => (marks(one).some((mark) => mark.kind === kind) ? [] : [`${kind}: ${one[1]}`]))).toEqual(missed)
    expect(harmless.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })

  it.each([
    { set: 'seventh', planted: SEVENTH, harmless: SEVENTH_HARMLESS, all: 60, found: 57 },
    { set: 'eighth', planted: EIGHTH, harmless: EIGHTH_HARMLESS, all: 30, found: 25 },
    { set: 'ninth', planted: NINTH, harmless: NINTH_HARMLESS, all: 21, found: 20 }
  ])(
    'at least $found of the $all of the $set set are found by their kind, and no harmless one is marked',
    ({ planted: those, harmless, all, found }) => {
      const cases = Object.entries(those).flatMap(([kind, each]) => each.map((one) => [kind as ContradictionKind, one] as const))
      const missed = cases.flatMap(([kind, one]) => (marks(one).some((mark) => mark.kind === kind) ? [] : [`${kind}: ${one[1]}`]))
      expect(cases).toHaveLength(all)
      expect(missed.slice(all - found)).toEqual([])
      expect(harmless.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
    }
  )

  it('what another campaign of this process keeps secret changes nothing', () => {
    const sham: Case = ['well', 'The padlock is a sham; whoever chained the windlass never hammered over the hasp pin.']
    const before = marks(sham)
    const [here] = Object.values(garden.lore.places).filter((prose) => prose.gm_guide !== '')
    const guide = [
      'Somebody hammered at the hasp.',
      'A pin was hammered flat in the hasp.',
      'The hasp lost its pin.',
      'The pin is hammered brass.',
      'No hasp, no pin.'
    ]
    for (const [i] of guide.entries()) {
      const places = Object.fromEntries(
        Object.entries(garden.lore.places).map(([id, prose]) => [
          id,
          prose === here ? { ...prose, gm_guide: guide.slice(0, i + 1).join(' ') } : prose
        ])
      )
      contradictionsIn(situation({ ...garden, lore: { ...garden.lore, places } }, 'The lamp is lit.', {}))
    }
    expect(before).not.toEqual([])
    expect(marks(sham)).toEqual(before)
  })
})
