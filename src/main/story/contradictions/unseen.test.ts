import { describe, expect, it } from 'vitest'
import type { ContradictionKind } from '../../../shared/contradictions'
import type { Case } from './cases.fixture'
import { contradictionsIn } from './find'
import { UNSEEN, UNSEEN_HARMLESS } from './unseen.fixture'
import { nightMail, sampleWorld, situation } from './worlds.fixture'

const worlds = { well: sampleWorld('cairn-hack'), stair: sampleWorld('totm'), mail: nightMail }
const marks = ([world, text, told = {}]: Case) => contradictionsIn(situation(worlds[world], text, told))
const planted = Object.entries(UNSEEN).flatMap(([kind, cases]) => cases.map((one) => [kind as ContradictionKind, one] as const))

describe('of texts that the checks are not tuned on', () => {
  it('this many of sixty contradictions are found, by kind', () => {
    const counts: Partial<Record<ContradictionKind, string>> = {}
    for (const kind of Object.keys(UNSEEN) as ContradictionKind[]) {
      const cases = UNSEEN[kind]
      counts[kind] = `${cases.filter((one) => marks(one).some((mark) => mark.kind === kind)).length} of ${cases.length}`
    }
    expect(planted).toHaveLength(60)
    expect(counts).toEqual({
      voice: '7 of 12',
      harm: '8 of 11',
      thing: '6 of 10',
      player: '8 of 8',
      way: '3 of 7',
      secret: '6 of 7',
      repeat: '5 of 5'
    })
    // A mark of the wrong kind counts, because it still points somebody to the sentence.
    expect(planted.filter(([, one]) => marks(one).length > 0)).toHaveLength(45)
  })

  it('none of sixty harmless ones is marked', () => {
    expect(UNSEEN_HARMLESS).toHaveLength(60)
    expect(UNSEEN_HARMLESS.flatMap((one) => marks(one).map(({ quote }) => quote))).toEqual([])
  })
})
