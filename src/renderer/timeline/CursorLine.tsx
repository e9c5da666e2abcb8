import { useEffect, useState, type ReactElement } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { cursorIndex, useSession } from '../session'
import { castOf } from '../store/cast'
import { sceneNumbers, titleOf } from '../store/story'
import { useSubject } from '../subjects'
import { nameOf } from '../ui/names'
import { texts } from '../ui/texts'
import { whoOf } from './marks'

/** The cursor's beat in words: number, actor, action, scene. */
export function useWords(here: Mark | undefined, last: number): string {
  const subject = useSubject(here)
  const actors = useSession((s) => castOf(s.snapshot?.state.actors))
  const span = useSession((s) => {
    const at = cursorIndex(s)
    return s.spans.findLast(({ from }) => from <= at)
  })
  const opening = useSession((s) => (span ? s.line[span.from] : undefined))
  if (!here) return 'No beats yet'
  const scene = span ? texts.scene(sceneNumbers(span.scene)?.scene ?? 0, titleOf(opening)) : undefined
  const who = here.kind === 'foreign' ? texts.foreign : nameOf(actors, whoOf(here))
  return [`Beat ${here.n} of ${last}`, who, here.action.replaceAll('_', ' '), scene, subject].filter(Boolean).join(', ')
}

/** How long the cursor rests before it is announced, in ms, so that a held key announces only its end. */
const REST_MS = 350

/** Announces the cursor to screen readers while keys outside the timeline move it. On the timeline, the slider announces it. */
export function CursorLine({ here }: { here: Mark | undefined }): ReactElement {
  const last = useSession((s) => s.line.at(-1)?.n ?? 0)
  const past = useSession((s) => s.cursor !== undefined)
  const words = useWords(here, last)
  const [announced, setTold] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTold(past && !document.activeElement?.closest('.timeline-slider') ? words : ''), REST_MS)
    return () => clearTimeout(timer)
  }, [past, words])
  return <output className="unseen">{announced}</output>
}
