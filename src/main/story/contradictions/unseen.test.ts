import { describe, expect, it } from 'vitest'
import type { ContradictionKind } from '../../../shared/contradictions'
import type { Case } from './cases.fixture'
import { contradictionsIn } from './find'
import { FOURTH, FOURTH_HARMLESS } from './fourth.fixture'
import { THIRD, THIRD_HARMLESS } from './third.fixture'
import { UNSEEN, UNSEEN_HARMLESS } from './unseen.fixture'
import { nightMail, sampleWorld, situation } from './worlds.fixture'

const worlds = { well: sampleWorld('cairn-hack'), stair: sampleWorld('totm'), mail: nightMail }
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
      harm: '10 of 11',
      thing: '7 of 10',
      player: '8 of 8',
      way: '7 of 7',
      secret: '6 of 7',
      repeat: '5 of 5'
    })
    // A mark of the wrong kind counts, because it still points somebody to the sentence.
    expect(planted.filter(([, one]) => marks(one).length > 0)).toHaveLength(54)
  })

  it('none of sixty harmless ones is marked', () => {
    expect(UNSEEN_HARMLESS).toHaveLength(60)
    expect(UNSEEN_HARMLESS.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })

  it('this many of thirty more are found, and none of twenty harmless ones', () => {
    const cases = Object.entries(THIRD).flatMap(([kind, all]) => all.map((one) => [kind as ContradictionKind, one] as const))
    expect([cases.length, THIRD_HARMLESS.length]).toEqual([30, 20])
    const missed = cases.flatMap(([kind, one]) => (marks(one).some((mark) => mark.kind === kind) ? [] : [`${kind}: ${one[1]}`]))
    expect(missed).toEqual([
      'voice: At the far end of the yard Tobit folds his arms and whistles through his teeth.',
      'voice: Hob, cold as the fish he lies among, holds up three fingers and grins.',
      'harm: Not one of the three has a bruise to show for it.',
      'harm: Pym loses two teeth on the kerb and spits them into his palm.',
      'harm: Ivo brushes plaster from his coat. The beam has not so much as touched him.',
      'thing: Wren knocks an arrow to the string and waits for something to move.',
      'secret: The padlock is a sham; whoever chained the windlass never hammered over the hasp pin.',
      'secret: Down on the fouled rope hangs a bell of lead, painted to look like bronze, for the reeve had the windlass chained so that nobody would see it.'
    ])
    expect(THIRD_HARMLESS.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })

  it('this many of the last thirty are found, and none of twenty harmless ones', () => {
    const cases = Object.entries(FOURTH).flatMap(([kind, all]) => all.map((one) => [kind as ContradictionKind, one] as const))
    expect([cases.length, FOURTH_HARMLESS.length]).toEqual([30, 20])
    expect(cases.flatMap(([kind, one]) => (marks(one).some((mark) => mark.kind === kind) ? [] : [`${kind}: ${one[1]}`]))).toEqual([
      'thing: Wren reads them the letter with the reeve’s seal that she has carried in her boot all week.'
    ])
    expect(FOURTH_HARMLESS.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })
})
