import { expect, it } from 'vitest'
import type { SeenPlace, View } from '../../../shared/table/agents'
import { DM_OFFERS, dmView } from '../offline/tiny-views.fixture'
import { assemble } from './assemble'

const SETTINGS = { tiers: { frame: 3000, hot: 8000, warm: 3000, cold: 6000 }, k: 18 }

it('a place is described as it is now: nothing can be searched in a fight, and each scene has its own sights and sounds', () => {
  const place = { ...(dmView().place as SeenPlace), senses: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], searched: ['the well (windlass free)'] }
  const here = (more: Partial<View> = {}): string =>
    assemble(dmView({ place, ...more }), DM_OFFERS, SETTINGS).pieces.find(({ id }) => id === 'here')?.text ?? ''
  const scene = dmView().scene as NonNullable<View['scene']>
  expect(here()).toContain('Can be searched: the stone trough (trough)')
  expect(here()).toContain('Already searched: the well (windlass free).')
  expect([1, 2, 3].map((number) => /Here and now: (.*)\./.exec(here({ scene: { ...scene, number } }))?.[1])).toEqual([
    'a; b; c',
    'd; e; f',
    'g; a; b'
  ])
  expect(here({ mode: 'combat' })).not.toMatch(/Can be searched|Here and now/)
})
