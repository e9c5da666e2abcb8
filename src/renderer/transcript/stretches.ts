import type { Mark } from '../../shared/analysis/chronicle'
import type { Pins } from '../store/pins'
import { sceneNumbers, type SceneSpan } from '../store/story'

/** A range of the line for a transcript, as the commits of its first and last beat. */
export interface TranscriptRange {
  id: 'scene' | 'session' | 'line' | 'pin'
  from: string
  to: string
  first: number
  last: number
}

/** The ranges offered at the cursor, the nearest first; [] before the first beat. `at`: the cursor's index on the line. */
export function stretchesAt(line: readonly Mark[], spans: readonly SceneSpan[], at: number, pins: Pins): TranscriptRange[] {
  const between = (id: TranscriptRange['id'], from: number, to: number): TranscriptRange[] => {
    const [first, last] = [line[from], line[to]]
    return first && last ? [{ id, from: first.id, to: last.id, first: first.n, last: last.n }] : []
  }
  const scene = spans.findLast((span) => span.from <= at)
  const session = scene && sceneNumbers(scene.scene)?.session
  const scenes = spans.filter((span) => session !== undefined && sceneNumbers(span.scene)?.session === session)
  const pin = pinOn(line, at, pins)
  return [
    ...(scene ? between('scene', scene.from, scene.to) : []),
    ...between('session', scenes[0]?.from ?? -1, scenes.at(-1)?.to ?? -1),
    ...between('line', 0, line.length - 1),
    ...(pin === undefined ? [] : between('pin', Math.min(pin, at), Math.max(pin, at)))
  ]
}

/** The index on the line of the newest flag that is not at the cursor. */
function pinOn(line: readonly Mark[], at: number, pins: Pins): number | undefined {
  const places = new Map(line.map(({ id }, place) => [id, place]))
  return pins
    .toReversed()
    .map((id) => places.get(id))
    .find((place) => place !== undefined && place !== at)
}
