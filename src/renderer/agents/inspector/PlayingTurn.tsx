import { useEffect, useRef, type ReactElement } from 'react'
import { useSession } from '../../session'
import type { LivePart, LiveTurn } from '../../store/live'
import { hueOf } from '../../../shared/story/hues'
import { nameOf } from '../../ui/names'
import { Scroll, Token } from '../../ui/Parts'
import { Call, Input } from '../Call'
import { count, dollars, sent } from '../../ui/amounts'
import { inspectorTexts as t } from './texts'
import { seatWords } from './words'

/** The largest distance from the end, in px, at which the reader counts as being at the end. */
const END_DISTANCE_PX = 240

/** The turn in progress: thoughts, words, drafts of calls, waits. */
export function PlayingTurn({ live: { who, seat, n, parts, usage } }: { live: LiveTurn }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const end = useRef<HTMLDivElement>(null)
  const name = nameOf(actors, who)
  const length = parts.length === 0 ? 0 : JSON.stringify(parts.at(-1)).length + parts.length
  useEffect(() => {
    const box = end.current?.closest('.scrolls')
    // A user who scrolled up to read keeps their position.
    const near = box && box.scrollHeight - box.scrollTop - box.clientHeight < END_DISTANCE_PX
    if (near && length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [length])
  return (
    <section id="turn" className="turn live" aria-label={t.playing} tabIndex={-1}>
      <header className="turn-head">
        <Token name={name} hue={hueOf(actors, who)} npc={who === 'DM'} size="large" />
        <div className="turn-title">
          <p className="panel-over numbers">{n === undefined ? t.playing : t.towards(n)}</p>
          <h2 className="beat-subject">{t.speaking(name)}</h2>
        </div>
      </header>
      <p className="turn-note quiet numbers">
        {[
          ...(seat ? [seatWords(seat)] : []),
          ...(usage ? [t.inOut(count(sent(usage)), count(usage.output))] : []),
          ...(usage?.cost === undefined ? [] : [dollars(usage.cost)])
        ].join(' · ')}
      </p>
      <Scroll className="panel turn-panel" label={t.playing}>
        {parts.length === 0 && <p className="quiet">Waiting for the first word…</p>}
        {parts.map((part, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- parts only grow at the end
          <Part key={i} part={part} />
        ))}
        <div ref={end} />
      </Scroll>
    </section>
  )
}

function Part({ part }: { part: LivePart }): ReactElement {
  switch (part.kind) {
    case 'call':
      return <Call call={part.call} />
    case 'draft':
      return (
        <div className="call unfinished">
          <p className="call-head">
            <b className="mono">{part.tool}</b> <span className="quiet">Draft</span>
          </p>
          <Input input={part.input} />
        </div>
      )
    case 'retry':
      return <p className="waited">{part.retry.words}</p>
    default:
      return (
        <div className={part.kind === 'thought' ? 'thought' : 'spoken'}>
          <h4>{part.kind === 'thought' ? t.thought : t.answer}</h4>
          <p>{part.text}</p>
        </div>
      )
  }
}
