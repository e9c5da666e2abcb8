import { useEffect, useState, type ReactElement } from 'react'
import type { Mark } from '../../shared/analysis/chronicle'
import { cursorIndex, useSession, goTo } from '../session'
import { castOf } from '../store/cast'
import { sceneNumbers, titleOf } from '../store/story'
import { useSubject } from '../subjects'
import { nameOf } from '../ui/names'
import { texts } from '../ui/texts'
import { whoOf } from './marks'
import { hueOf } from '../../shared/story/hues'
import { CONTRADICTIONS } from '../../shared/words/contradiction-words'
import { useContradictions } from '../contradictions'
import { Tip, IconButton } from '../ui/Parts'
import type { TimelineFrame } from './draw'
import { signsAt } from './label-places'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { Checkbox, SearchField } from '../ui/Field'
import { closeSearch, goToHit, searchFor, onField } from './search'
import { useTimeline } from './state'

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

/** A tooltip for the beat under the pointer: actor, action, time, and other branches with it. */
export function BeatPreview({ mark, x, width }: { mark: Mark; x: number; width: number }): ReactElement {
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

/** A mark at each beat of a branch with a contradiction; a click moves to the beat. */
export function Contradicted({ view, width, rows, top }: Omit<TimelineFrame, 'token'>): ReactElement {
  const byCommit = useContradictions((known) => known.byCommit)
  const beats = useSession((s) => s.beats)
  const signs = signsAt(beats, [...byCommit.values()], view, width, rows, top)
  return (
    <>
      {signs.map(({ one: { commit, beat, contradictions: all }, x, y }) => {
        const words = `Beat ${beat} contradicts the record: ${[...new Set(all.map(({ kind }) => CONTRADICTIONS[kind]))].join('; ')}`
        return (
          <Tip key={commit} text={words} side="top">
            <button type="button" className="timeline-contradiction" style={{ left: x, top: y }} aria-label={words} onClick={() => goTo(commit)} />
          </Tip>
        )
      })}
    </>
  )
}

/** The search for beats above the timeline: Enter moves to the next hit, Esc ends the search. */
export function SearchBar(): ReactElement | null {
  const finding = useTimeline((s) => s.finding)
  if (!finding) return null
  const { text, scope, hits, words, chosen, waiting } = finding
  const at = chosen === undefined ? -1 : hits.findIndex(({ id }) => id === chosen)
  return (
    <search className="finding">
      <SearchField
        ref={onField}
        label="Search beats"
        placeholder="Text of beats"
        query={text}
        onQuery={(text) => searchFor({ text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closeSearch()
          else if (event.key === 'Enter') goToHit(event.shiftKey ? -1 : 1)
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <Checkbox label="All branches" checked={scope === 'all'} onChange={(isAll) => searchFor({ scope: isAll ? 'all' : 'line' })} />
      <output className="quiet numbers">
        {text.trim() === ''
          ? ''
          : `${hits.length === 0 ? (waiting ? '' : 'Nothing') : at < 0 ? `${hits.length.toLocaleString('en')} found` : `${(at + 1).toLocaleString('en')} of ${hits.length.toLocaleString('en')}`}${waiting ? ' …' : ''}`}
      </output>
      <span className="finding-words clip">{chosen === undefined ? '' : words.get(chosen)}</span>
      <IconButton label="Previous match" icon={<ChevronUp size={14} />} small disabled={hits.length === 0} onClick={() => goToHit(-1)} />
      <IconButton label="Next match" icon={<ChevronDown size={14} />} small disabled={hits.length === 0} onClick={() => goToHit(1)} />
      <IconButton label="Close search" icon={<X size={14} />} small onClick={closeSearch} />
    </search>
  )
}
