import type { ReactElement } from 'react'
import { CONTRADICTIONS } from '../../shared/words/contradiction-words'
import { useContradictions } from '../contradictions'
import { goTo, useSession } from '../session'
import { Tip } from '../ui/Parts'
import type { Frame } from './draw'
import { xOf } from './geometry'
/** The minimum distance between two marks, in pixels; closer beats share the mark of the first. */
const MIN_DISTANCE_PX = 8

/** A mark at each beat of a branch with a contradiction; a click moves to the beat. */
export function Contradicted({ view, width }: Pick<Frame, 'view' | 'width'>): ReactElement {
  const byCommit = useContradictions((known) => known.byCommit)
  const beats = useSession((s) => s.beats)
  const signs = spread(
    [...byCommit.values()].flatMap((one) => {
      const mark = beats.trackOf.has(one.commit) ? beats.byId.get(one.commit) : undefined
      const x = mark ? Math.round(xOf(mark.place, view)) : -Infinity
      return x > -4 && x < width + 4 ? [{ ...one, x }] : []
    })
  )
  return (
    <>
      {signs.map(({ commit, beat, contradictions: all, x }) => {
        const words = `Beat ${beat} contradicts the record: ${[...new Set(all.map(({ kind }) => CONTRADICTIONS[kind]))].join('; ')}`
        return (
          <Tip key={commit} text={words} side="top">
            <button type="button" className="timeline-contradiction" style={{ left: x }} aria-label={words} onClick={() => goTo(commit)} />
          </Tip>
        )
      })}
    </>
  )
}

/** Marks from left to right, without those too close to the previous one. */
function spread<T extends { x: number }>(signs: readonly T[]): T[] {
  const out: T[] = []
  for (const sign of signs.toSorted((a, b) => a.x - b.x)) if (sign.x - (out.at(-1)?.x ?? -Infinity) >= MIN_DISTANCE_PX) out.push(sign)
  return out
}
