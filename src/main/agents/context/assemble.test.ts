import { describe, expect, it } from 'vitest'
import type { Context } from '../../../shared/turns'
import { bystander, DM_OFFERS, dmView, entry, PLAYER_OFFERS, viewOf } from '../offline/tiny-views'
import { assemble } from './assemble'
import { TIERS } from './budget'

const SETTINGS = { tiers: TIERS, k: 18 }
const ids = ({ pieces }: Context): string[] => pieces.filter((piece) => piece.kept).map((piece) => piece.id)
const piece = ({ pieces }: Context, id: string) => pieces.find((one) => one.id === id)

describe('what a seat is told', () => {
  it('tells a player what changes least first, and of the others only what is seen', () => {
    const context = assemble(viewOf({ log: [entry('DM', 'narration', 'It rains.')], entries: 1 }), PLAYER_OFFERS, SETTINGS)
    expect(ids(context)).toEqual(['rules', 'role', 'style', 'game', 'you', 'scene', 'place', 'people', 'sheet:Wren', 'log', 'now'])
    expect(context).toMatchObject({ who: 'Wren', beat: 13, counted: 'estimate', budget: 20_000 })
    expect(context.digest).toMatch(/^[0-9a-f]{32}$/)
  })

  it('tells the DM every sheet, the story events that are ready and nothing of the others', () => {
    const context = assemble(dmView({ facts: { 'bell-sold': true }, actors: [...dmView().actors, bystander('Hask')] }), DM_OFFERS, SETTINGS)
    expect(ids(context)).toEqual([
      'rules',
      'role',
      'style',
      'game',
      'event:counting',
      'scene',
      'place',
      'person:Hask',
      'sheet:Wren',
      'sheet:Tobit',
      'sheet:Pym',
      'facts',
      'now'
    ])
  })

  it('says how much of the log is told', () => {
    const log = Array.from({ length: 43 }, (_, i) => entry('Wren', 'speech', `Line ${i}.`))
    const { why, text } = piece(assemble(viewOf({ log, entries: 43 }), PLAYER_OFFERS, SETTINGS), 'log') ?? {}
    expect(why).toBe('in: the last 18 of 43 entries')
    expect(text).toContain('Line 25.')
    expect(text).not.toContain('Line 24.')
  })

  it('drops what stands last in a tier that is full, and says why', () => {
    const context = assemble(dmView({ facts: { 'bell-sold': true } }), DM_OFFERS, { tiers: { ...TIERS, hot: 300 }, k: 18 })
    expect(context.pieces.filter((one) => one.tier === 'hot' && !one.kept).map((one) => one.id)).toEqual(['place'])
    expect(piece(context, 'place')?.why).toMatch(
      /^dropped: the hot tier allows 300 tokens and \d+ are taken by now, sheet:Wren, sheet:Tobit and \d more$/
    )
  })
})
