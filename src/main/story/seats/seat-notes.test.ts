import { describe, expect, it } from 'vitest'
import type { View } from '../../../shared/table/agents'
import { assemble } from '../../agents/context/assemble'
import { bystander, dmView, entry, PLAYER_OFFERS, viewOf } from '../../agents/offline/tiny-views.fixture'
import { buildIndex } from '../../campaign/notes/note-index'
import { seatNotes } from './seat-notes'

const SETTINGS = { tiers: { frame: 4000, hot: 8000, warm: 3000, cold: 4000 }, k: 18 }
const note = (modified: string, front: string, body: string): string => `---\nmodified: ${modified}\n${front}---\n\n${body}\n`
const OWN = buildIndex(
  new Map([
    ['player-notes/Wren/plan.md', note('1421-10-09T00:00:00Z', 'tags: [plan]\n', 'Find the windlass.')],
    ['player-notes/Wren/people/jory.md', note('1421-10-02T00:00:00Z', 'tags: [npc, brother]\n', '# Jory\n\nHe takes a spoon to bed.')],
    [
      'player-notes/Wren/places/ledge.md',
      note('1421-10-03T00:00:00Z', 'aliases: [the ledge of dippers]\n', "# Dipper's Ledge\n\nA bell hangs here.")
    ],
    ['player-notes/Wren/clues/rope.md', note('1421-10-01T00:00:00Z', '', '# A cut rope\n\nCut, not frayed.')]
  ])
)
const heard = (...texts: string[]): View => viewOf({ log: texts.map((text) => entry('DM', 'narration', text)), entries: texts.length })
const named = (view: View, k = 18): [string, string][] => seatNotes(OWN, view, k).named.map(({ path, name }) => [path, name])

describe('notes for a context', () => {
  it('are listed newest first with their tags, without the plan, which has a piece of its own', () => {
    const { total, listed } = seatNotes(OWN, heard(), 18)
    expect([total, listed]).toEqual([
      3,
      [
        { path: 'places/ledge.md', title: "Dipper's Ledge", tags: [] },
        { path: 'people/jory.md', title: 'Jory', tags: ['npc', 'brother'] },
        { path: 'clues/rope.md', title: 'A cut rope', tags: [] }
      ]
    ])
  })

  it.each<[string, string[], [string, string][]]>([
    ['a title', ['They call for Jory!'], [['people/jory.md', 'Jory']]],
    ['a possessive', ['“Jory’s boots,” she says.'], [['people/jory.md', 'Jory']]],
    ['a title with an apostrophe, written with the other one', ['Down on Dipper’s Ledge something rings.'], [['places/ledge.md', "Dipper's Ledge"]]],
    ['an alias in another case', ['They reach The Ledge of Dippers.'], [['places/ledge.md', 'The Ledge of Dippers']]],
    ['a file name', ['A rope.'], [['clues/rope.md', 'rope']]],
    [
      'the last one first, each once',
      ['Jory? Jory.', 'The rope is cut. A cut rope.'],
      [
        ['clues/rope.md', 'rope'],
        ['people/jory.md', 'Jory']
      ]
    ],
    ['part of a word is not a name', ['Joryan ropes them in.'], []],
    ['nothing', [], []]
  ])('are brought in by their names: %s', (_what, texts, notes) => expect(named(heard(...texts))).toEqual(notes))

  it('are included for the last entries only', () => {
    expect(named(heard('Jory!', 'It rains.', 'It stops.'), 2)).toEqual([])
  })

  it('stand in the context with the reason, index and notes within their budget', () => {
    const many = new Map(
      Array.from({ length: 400 }, (_, i) => [
        `player-notes/Wren/n${i}.md`,
        note('1421-10-01T00:00:00Z', '', `# Stone ${i}\n\n${'A long line. '.repeat(200)}`)
      ])
    )
    const view = heard('They count: stone 7, stone 8, stone 9, stone 10, stone 11, stone 12, stone 13.')
    const { pieces } = assemble(view, PLAYER_OFFERS, SETTINGS, seatNotes(buildIndex(many), view, 18))
    const piece = (id: string) => pieces.find((one) => one.id === id)
    expect(piece('notes')).toMatchObject({
      tier: 'warm',
      kept: true,
      why: expect.stringContaining('titles and tags of 60 of your 400 notes') as string
    })
    expect(piece('notes')?.tokens).toBeLessThanOrEqual(300)
    const brought = pieces.filter(({ id }) => id.startsWith('note:'))
    expect(brought).toHaveLength(5)
    for (const one of brought)
      expect([one.tier, one.tokens <= 350, one.why]).toEqual(['hot', true, expect.stringMatching(/“stone \d+” is named in the last entries/)])
    expect(pieces.findIndex(({ id }) => id.startsWith('note:'))).toBeGreaterThan(pieces.findIndex(({ id }) => id === 'log'))
  })

  it('of the DM are those of the world that no other piece holds', () => {
    const world = buildIndex(
      new Map([
        ['world/rulings/ropes.md', '# One at a time\n\nRopes break.'],
        ['world/npcs/Hask/ABOUT.md', '# Hask\n\nShe is here.'],
        ['world/npcs/Bodkin/ABOUT.md', '# Bodkin\n\nHe goes about.'],
        ['world/npcs/Jory/ABOUT.md', '# Jory\n\nHe is below.'],
        ['world/story/Soup/ABOUT.md', '# Soup\n\nIt ends.'],
        ['sessions/session-1/SUMMARY.md', '# Jory\n\nThey sought him.']
      ])
    )
    const view = dmView({
      actors: [...dmView().actors, bystander('Hask')],
      log: [entry('Wren', 'speech', 'One at a time! Hask, where is Jory? Soup. What about it?')]
    })
    const { listed, named: brought } = seatNotes(world, view, 18)
    expect(listed.map(({ path }) => path)).toEqual(['rulings/ropes.md'])
    expect(brought.map(({ path }) => path).toSorted()).toEqual(['npcs/Jory/ABOUT.md', 'rulings/ropes.md'])
  })
})
