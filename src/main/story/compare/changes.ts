import { own } from '../../../shared/base/json'
import type { ChangeLine } from '../../../shared/analysis/compare'
import { listed } from '../../../shared/words/labels'
import { nameOf } from '../../engine/people'
import { type Side, type Sides, sentence, type DifferenceLine } from './sides'
import { counts, table } from './table'
import { journeys, places } from './map'
import { people, things } from './people'
import { clock, facts, threads } from './world'

/** The ids of `table` lines about the table's own counters, which say nothing about the story. */
const COUNTED = new Set(['beat', 'session', 'turn', 'dice', 'next'])

/** The changes of one beat in the game's words: the story first, then the table's own counters. */
export function changeLines(before: Omit<Side, 'text'>, after: Omit<Side, 'text'>): ChangeLine[] {
  const text = (): undefined => undefined
  const sides: Sides = { a: { ...before, text }, b: { ...after, text }, changed: new Map() }
  const ofTable = table(sides)
  const story = [...ofTable.filter(({ id }) => !COUNTED.has(id)), ...opened(sides), ...stateLines(sides)]
  return [...lines(story, false), ...lines([...ofTable.filter(({ id }) => COUNTED.has(id)), ...counts(sides)], true)]
}

const lines = (list: readonly DifferenceLine[], bookkeeping: boolean): ChangeLine[] =>
  list.map(({ kind, id, words, label, from, to }) => ({
    id: `${kind} ${id}`,
    words: kind === 'facts' ? `Fact ${words}` : words,
    ...(label === undefined ? {} : { label: kind === 'facts' ? `Fact ${label}` : label }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    bookkeeping
  }))

/** Lines about the aim and the characters of a newly opened scene. */
function opened({ a, b }: Sides): DifferenceLine[] {
  const { scene } = b.state
  if (!scene || scene.path === a.state.scene?.path) return []
  const present = Object.keys(scene.present).map((id) => nameOf(b.state, id))
  return [
    sentence('table', 'opened place', `It plays at ${own(b.state.places, scene.place)?.name ?? scene.place}`, []),
    ...(scene.aim === '' ? [] : [sentence('table', 'opened aim', `Its aim: ${scene.aim}`, [])]),
    ...(present.length === 0 ? [] : [sentence('table', 'opened present', `${listed(present)} ${present.length === 1 ? 'is' : 'are'} present`, [])])
  ]
}

const PARTS = [people, things, facts, clock, threads, places, journeys]

/** Every difference in the world's state, part by part in the order of display. The table's differences come before these. */
export const stateLines = (sides: Sides): DifferenceLine[] => PARTS.flatMap((part) => part(sides))
