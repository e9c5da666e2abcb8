import type { ReactElement } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { useSession } from '../session'
import { useSubject } from '../subjects'
import { hueOf } from '../../shared/story/hues'
import { nameOf } from '../ui/names'
import { texts } from '../ui/texts'
import { whoOf } from './marks'

/** A tooltip for the beat under the pointer: actor, action, time, and other branches with it. */
export function Preview({ mark, x, width }: { mark: Mark; x: number; width: number }): ReactElement {
  const actors = useSession((s) => s.present?.state.actors)
  const branch = useSession((s) => s.beats.trackOf.get(mark.id)?.branch)
  const other = useSession((s) => branch !== undefined && branch !== s.beats.trackOf.get(s.line.at(-1)?.id ?? '')?.branch)
  const subject = useSubject(mark)
  const who = whoOf(mark)
  const foreign = mark.kind === 'foreign'
  return (
    <div className={`timeline-preview hue-${hueOf(actors, who)}`} style={{ left: Math.max(8, Math.min(width - 328, x - 160)) }}>
      <p className="numbers">
        <b className="hued">{foreign ? texts.foreign : nameOf(actors, who)}</b> {foreign ? '' : mark.action.replaceAll('_', ' ')} · {`beat ${mark.n}`}
        {other && branch !== undefined ? ` on ${branch}` : ''}
      </p>
      <p>{subject || '…'}</p>
    </div>
  )
}
