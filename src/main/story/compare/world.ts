import { counted } from '../../../shared/words/labels'
import { FILES } from '../../campaign/layout'
import { namerOf, type Sides, changeTexts, shortened, differing, pair, valueText, sentence, type Namer, type DifferenceLine } from './sides'
const FILE = [FILES.state]

/** Facts by id. An absent fact counts as false. */
export function facts({ a, b }: Sides): DifferenceLine[] {
  const call = namerOf({ a, b })
  const named = (id: string): string => id.split(':').map(call).join(': ')
  return differing(a.state.facts, b.state.facts).map(({ id, was, is }) => {
    const truth = typeof (was ?? is) === 'boolean' && typeof (is ?? was) === 'boolean'
    return pair('facts', id, [named(id), valueText(truth ? (was ?? false) : was, call), valueText(truth ? (is ?? false) : is, call)], FILE)
  })
}

/** The campaign's clock. */
export function clock({ a, b }: Sides): DifferenceLine[] {
  const [was, is] = [a.state.clock, b.state.clock]
  if (was.start === is.start && was.minutes === is.minutes) return []
  const [from, to] = [stamp(was), stamp(is)]
  const minutes = Math.round((Date.parse(is.start) - Date.parse(was.start)) / 60_000 + is.minutes - was.minutes)
  const behind = minutes === 0 ? '' : `, ${span(Math.abs(minutes))} ${minutes > 0 ? 'later' : 'earlier'}`
  const day = from.slice(0, 10) === to.slice(0, 10) ? 11 : 0
  return [pair('clock', 'clock', ['The clock', from, to.slice(day)], FILE, { behind })]
}

const stamp = ({ start, minutes }: { start: string; minutes: number }): string =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** Minutes in words: "1 day 2 hours 5 minutes". */
function span(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor(minutes / 60) % 24, 'hour'],
    [minutes % 60, 'minute']
  ] as const
  return parts.flatMap(([n, unit]) => (n === 0 ? [] : [counted(n, unit)])).join(' ')
}

const THREADS = { quests: 'quest', threads: 'thread', factions: 'faction', relationships: 'relationship' } as const

/** Quests, threads, factions and relationships, by their titles. */
export function threads({ a, b }: Sides): DifferenceLine[] {
  const call = namerOf({ a, b })
  return Object.entries(THREADS).flatMap(([map, kind]) =>
    differing(a.state[map as keyof typeof THREADS], b.state[map as keyof typeof THREADS]).map(({ id, was, is }) => {
      const title = `${kind} “${titleOf(is ?? was, call) ?? id}”`
      const words =
        is === undefined ? `The ${title} is gone` : was === undefined ? `New ${title}` : `The ${title}: ${changeTexts(was, is, call).join(', ')}`
      return sentence('threads', `${kind} ${id}`, words, FILE)
    })
  )
}

function titleOf(value: unknown, call: Namer): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, name, from, to, type, text } = value as Record<string, unknown>
  const own = [title, name].find((one) => typeof one === 'string')
  if (typeof own === 'string') return shortened(own)
  if (typeof from === 'string' && typeof to === 'string') return `${call(from)} ${typeof type === 'string' ? type.toLowerCase() : 'and'} ${call(to)}`
  return typeof text === 'string' ? shortened(text) : undefined
}
