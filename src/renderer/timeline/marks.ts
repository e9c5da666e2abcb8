import { isPlayed } from '../../shared/story/beat-kinds'
import type { Mark } from '../../shared/analysis/chronicle'
import { firstFrom } from '../store/beats'
import { visible, xOf, type TimelineWindow } from './geometry'

/** The shape of a mark. Beats that are important to the story are taller. */
type MarkShape = 'scene' | 'story' | 'act' | 'talk' | 'small' | 'edit' | 'foreign'

const SHAPES: Record<string, MarkShape> = {
  open_session: 'scene',
  end_session: 'scene',
  open_scene: 'scene',
  end_scene: 'scene',
  end_campaign: 'scene',
  narrate: 'story',
  summarise: 'story',
  speak: 'talk',
  whisper: 'talk',
  call_on: 'small',
  pass: 'small',
  record: 'small',
  remember: 'small',
  open_thread: 'small',
  close_thread: 'story',
  start_quest: 'story',
  advance_quest: 'story',
  close_quest: 'story',
  change_relationship: 'story',
  establish: 'story',
  run_scene: 'story',
  stop_scene: 'small',
  choose_option: 'talk',
  click: 'talk',
  roll_table: 'act'
}

/** The shape of a beat by its action. */
export function shapeOf({ kind, action }: Pick<Mark, 'kind' | 'action'>): MarkShape {
  if (kind === 'foreign') return 'foreign'
  if (!isPlayed(kind) && kind !== 'script') return 'edit'
  return SHAPES[action] ?? 'act'
}

const WEIGHT: Record<MarkShape, number> = { scene: 5, foreign: 5, edit: 4, act: 3, story: 2, talk: 1, small: 0 }

/** The character whose colour a beat has. */
export const whoOf = (mark: Pick<Mark, 'as' | 'actor'>): string => mark.as ?? mark.actor

/** The minimum width of a beat that is drawn separately, in pixels. */
export const MIN_BEAT_PX = 2.4

/** The visible beats of a track with their x positions. */
export function ticks(beats: readonly Mark[], view: TimelineWindow, width: number): { mark: Mark; x: number }[] {
  const { from, to } = visible(view, width)
  return beats.slice(firstFrom(beats, from), firstFrom(beats, to + 1)).map((mark) => ({ mark, x: xOf(mark.place, view) }))
}

/** Several beats that share a bar: the number of each actor's beats, by actor in order of appearance, and their importance, 0 to 1. */
interface Bar {
  x: number
  width: number
  shares: ReadonlyMap<string, number>
  count: number
  weight: number
}

/** The visible beats of a track as bars of at least two pixels. A bar begins at the same beat wherever the window is, so that bars don't move. */
export function bars(beats: readonly Mark[], view: TimelineWindow, width: number): Bar[] {
  const size = Math.max(1, Math.ceil(2 / view.perBeat))
  const { from, to } = visible(view, width)
  const out: Bar[] = []
  const end = firstFrom(beats, to + 1)
  let i = firstFrom(beats, Math.floor(from / size) * size)
  while (i < end) {
    const first = beats[i]?.place ?? 0
    const limit = Math.min(beats.length, i + size - (first % size))
    const shares = new Map<string, number>()
    let weight = 0
    const begin = i
    for (; i < limit; i++) {
      const mark = beats[i]
      if (!mark) continue
      const who = whoOf(mark)
      shares.set(who, (shares.get(who) ?? 0) + 1)
      weight += WEIGHT[shapeOf(mark)]
    }
    const count = i - begin
    out.push({ x: xOf(first, view), width: count * view.perBeat, shares, count, weight: weight / count / WEIGHT.scene })
  }
  return out
}
